"""Verifies a Maple delivery. Copy this file: it needs Python 3.8 or newer and nothing else."""
import hashlib
import hmac
import re
import sys
import time


def verify(body, signature, timestamp, secrets, subscription_id, notification_url, now=None, tolerance=300):
    """True when one of the secrets signed the raw bytes `body`, for this subscription and address, within the tolerance."""
    if not re.fullmatch(r"\d{1,12}", timestamp) or not signature.startswith("t=%s," % timestamp):
        return False
    given = re.findall(r"(?:^|,)v1=([0-9a-f]{64})(?=,|$)", signature)
    signed = ("%s.%s.%s." % (timestamp, subscription_id, notification_url)).encode() + body
    fits = False
    for secret in secrets:
        if not secret.startswith("whsec_"):
            return False
        expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
        fits = any([hmac.compare_digest(expected, each) for each in given]) or fits
    return fits and abs((time.time() if now is None else now) - int(timestamp)) <= tolerance


# In a Flask handler:
#     if not verify(request.get_data(), request.headers.get("X-Service-Signature", ""),
#                   request.headers.get("X-Service-Timestamp", ""), [SECRET], SUBSCRIPTION_ID, NOTIFICATION_URL):
#         return "", 400

if __name__ == "__main__":
    # One delivery a line: body in hex, signature, timestamp, now, subscription, address, secrets; tabs between.
    for line in sys.stdin:
        body, signature, timestamp, now, subscription, address, *secrets = line.rstrip("\n").split("\t")
        print("ok" if verify(bytes.fromhex(body), signature, timestamp, secrets, subscription, address, int(now)) else "no")
