// Verifies a Maple delivery. Copy Verify: it needs Go 1.21 or newer and nothing else.
package main

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Verify is true when one of the secrets signed the raw bytes, for this subscription and address, at most 300 seconds from now.
func Verify(body []byte, signature, timestamp string, secrets []string, subscriptionID, notificationURL string, now int64) bool {
	signedAt, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || signedAt < 0 || !strings.HasPrefix(signature, "t="+timestamp+",") {
		return false
	}
	fits := false
	for _, secret := range secrets {
		if !strings.HasPrefix(secret, "whsec_") {
			return false
		}
		mac := hmac.New(sha256.New, []byte(secret))
		fmt.Fprintf(mac, "%s.%s.%s.", timestamp, subscriptionID, notificationURL)
		mac.Write(body)
		expected := "v1=" + hex.EncodeToString(mac.Sum(nil))
		for _, given := range strings.Split(signature, ",") {
			fits = hmac.Equal([]byte(expected), []byte(given)) || fits
		}
	}
	age := now - signedAt
	return fits && age <= 300 && age >= -300
}

// One delivery a line: body in hex, signature, timestamp, now, subscription, address, secrets; tabs between.
func main() {
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 1<<20)
	for input.Scan() {
		parts := strings.Split(input.Text(), "\t")
		body, _ := hex.DecodeString(parts[0])
		now, _ := strconv.ParseInt(parts[3], 10, 64)
		if Verify(body, parts[1], parts[2], parts[6:], parts[4], parts[5], now) {
			fmt.Println("ok")
		} else {
			fmt.Println("no")
		}
	}
}
