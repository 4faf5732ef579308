import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Verifies a Maple delivery. Copy this file: it needs Java 17 or newer and nothing else. */
public final class VerifyWebhook {
  private VerifyWebhook() {}

  /** True when one of the secrets signed the raw bytes, for this subscription and address, at most 300 seconds from now; false without headers. */
  public static boolean verify(
      byte[] body, String signature, String timestamp, List<String> secrets, String subscriptionId,
      String notificationUrl, long now) throws Exception {
    if (signature == null || timestamp == null) return false;
    if (!timestamp.matches("\\d{1,12}") || !signature.startsWith("t=" + timestamp + ",")) return false;
    byte[] prefix = (timestamp + "." + subscriptionId + "." + notificationUrl + ".").getBytes(StandardCharsets.UTF_8);
    boolean fits = false;
    for (String secret : secrets) {
      if (!secret.startsWith("whsec_")) return false;
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      mac.update(prefix);
      byte[] expected = ("v1=" + HexFormat.of().formatHex(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
      for (String given : signature.split(",")) {
        fits |= MessageDigest.isEqual(expected, given.getBytes(StandardCharsets.UTF_8));
      }
    }
    return fits && Math.abs(now - Long.parseLong(timestamp)) <= 300;
  }

  /** One delivery a line: body in hex, signature, timestamp, now, subscription, address, secrets; tabs between. */
  public static void main(String[] arguments) throws Exception {
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] parts = line.split("\t", -1);
      List<String> secrets = Arrays.asList(parts).subList(6, parts.length);
      byte[] body = HexFormat.of().parseHex(parts[0]);
      // A header that a request does not have is null in servlets.
      String signature = parts[1].isEmpty() ? null : parts[1];
      String timestamp = parts[2].isEmpty() ? null : parts[2];
      boolean fits = verify(body, signature, timestamp, secrets, parts[4], parts[5], Long.parseLong(parts[3]));
      System.out.println(fits ? "ok" : "no");
    }
  }
}
