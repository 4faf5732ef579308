<?php
// Verifies a Maple delivery. Copy this file: it needs PHP 8.0 or newer and nothing else.

/** True when one of the secrets signed the raw bytes $body, for this subscription and address, within the tolerance. */
function verify_webhook(
    string $body,
    string $signature,
    string $timestamp,
    array $secrets,
    string $subscriptionId,
    string $notificationUrl,
    ?int $now = null,
    int $tolerance = 300
): bool {
    if (!preg_match('/\A\d{1,12}\z/', $timestamp) || !str_starts_with($signature, "t=$timestamp,")) {
        return false;
    }
    preg_match_all('/(?:^|,)v1=([0-9a-f]{64})(?=,|\z)/', $signature, $found);
    $fits = false;
    foreach ($secrets as $secret) {
        if (!str_starts_with($secret, 'whsec_')) {
            return false;
        }
        $expected = hash_hmac('sha256', "$timestamp.$subscriptionId.$notificationUrl.$body", $secret);
        foreach ($found[1] as $given) {
            $fits = hash_equals($expected, $given) || $fits;
        }
    }
    return $fits && abs(($now ?? time()) - (int) $timestamp) <= $tolerance;
}

// In a script: verify_webhook(file_get_contents('php://input'), $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '',
//     $_SERVER['HTTP_X_SERVICE_TIMESTAMP'] ?? '', [SECRET], SUBSCRIPTION_ID, NOTIFICATION_URL)

if (PHP_SAPI === 'cli' && realpath($argv[0]) === __FILE__) {
    // One delivery a line: body in hex, signature, timestamp, now, subscription, address, secrets; tabs between.
    while (($line = fgets(STDIN)) !== false) {
        $parts = explode("\t", rtrim($line, "\n"));
        [$body, $signature, $timestamp, $now, $subscription, $address] = $parts;
        $fits = verify_webhook(hex2bin($body), $signature, $timestamp, array_slice($parts, 6), $subscription, $address, (int) $now);
        echo $fits ? "ok\n" : "no\n";
    }
}
