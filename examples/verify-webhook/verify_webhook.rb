# Verifies a Maple delivery. Copy this file: it needs Ruby 2.7 or newer and nothing else.
require "openssl"

# True when one of the secrets signed the raw bytes `body`, for this subscription and address, within the tolerance.
def verify_webhook(body, signature, timestamp, secrets, subscription_id, notification_url, now: Time.now.to_i, tolerance: 300)
  return false unless timestamp.match?(/\A\d{1,12}\z/) && signature.start_with?("t=#{timestamp},")
  return false unless secrets.all? { |secret| secret.start_with?("whsec_") }

  given = signature.split(",").filter_map { |part| part[/\Av1=([0-9a-f]{64})\z/, 1] }
  signed = "#{timestamp}.#{subscription_id}.#{notification_url}.".b + body.b
  fits = secrets.any? do |secret|
    expected = OpenSSL::HMAC.hexdigest("SHA256", secret, signed)
    given.any? { |each| OpenSSL.fixed_length_secure_compare(expected, each) }
  end
  fits && (now - timestamp.to_i).abs <= tolerance
end

# In Rails: verify_webhook(request.raw_post, request.headers["X-Service-Signature"].to_s,
#                          request.headers["X-Service-Timestamp"].to_s, [SECRET], SUBSCRIPTION_ID, NOTIFICATION_URL)

if __FILE__ == $PROGRAM_NAME
  # One delivery a line: body in hex, signature, timestamp, now, subscription, address, secrets; tabs between.
  $stdin.each_line(chomp: true) do |line|
    body, signature, timestamp, now, subscription, address, *secrets = line.split("\t", -1)
    fits = verify_webhook([body].pack("H*"), signature, timestamp, secrets, subscription, address, now: now.to_i)
    puts(fits ? "ok" : "no")
  end
end
