// Verifies a Maple delivery. Copy this file: it needs .NET 8 or newer and nothing else.
using System;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

public static class VerifyWebhook
{
    /// <summary>True when one of the secrets signed the raw bytes, for this subscription and address, at most 300 seconds from now.</summary>
    public static bool Verify(
        byte[] body, string signature, string timestamp, string[] secrets, string subscriptionId, string notificationUrl, long now)
    {
        if (signature is null || timestamp is null) return false;
        if (timestamp.Length is 0 or > 12 || !timestamp.All(char.IsAsciiDigit)) return false;
        if (!signature.StartsWith($"t={timestamp},", StringComparison.Ordinal)) return false;
        var signed = Encoding.UTF8.GetBytes($"{timestamp}.{subscriptionId}.{notificationUrl}.").Concat(body).ToArray();
        var fits = false;
        foreach (var secret in secrets)
        {
            if (!secret.StartsWith("whsec_", StringComparison.Ordinal)) return false;
            var hash = HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), signed);
            var expected = Encoding.UTF8.GetBytes("v1=" + Convert.ToHexString(hash).ToLowerInvariant());
            foreach (var given in signature.Split(','))
            {
                fits |= CryptographicOperations.FixedTimeEquals(expected, Encoding.UTF8.GetBytes(given));
            }
        }
        return fits && Math.Abs(now - long.Parse(timestamp)) <= 300;
    }

    /// <summary>One delivery a line: body in hex, signature, timestamp, now, subscription, address, secrets; tabs between.</summary>
    public static void Main()
    {
        for (var line = Console.ReadLine(); line is not null; line = Console.ReadLine())
        {
            var parts = line.Split('\t');
            // A header that a request does not have is null.
            var signature = parts[1] == "" ? null : parts[1];
            var timestamp = parts[2] == "" ? null : parts[2];
            var fits = Verify(Convert.FromHexString(parts[0]), signature, timestamp, parts[6..], parts[4], parts[5], long.Parse(parts[3]));
            Console.WriteLine(fits ? "ok" : "no");
        }
    }
}
