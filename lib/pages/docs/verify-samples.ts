/** Code that verifies a webhook's signature, by language. Tests run each sample. */

interface LanguageSample {
  readonly language: string;
  readonly code: string;
}

const PYTHON = `import base64, hashlib, hmac, time

def is_genuine(body: bytes, headers, secret: str) -> bool:
    timestamp = headers.get("webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit()) or abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    if len(key) < 24:  # anyone could sign with an empty key
        return False
    signed = f"{headers.get('webhook-id', '')}.{timestamp}.".encode() + body
    digest = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(b"v1," + digest, one.encode()) for one in given)`;

const PHP = `<?php
function is_genuine(string $body, array $headers, string $secret): bool {
    $headers = array_change_key_case($headers);
    $id = $headers['webhook-id'] ?? '';
    $time = $headers['webhook-timestamp'] ?? '';
    if (!ctype_digit($time) || abs(time() - (int) $time) > 300) return false;
    $key = base64_decode(substr($secret, strlen('whsec_')));
    if (strlen($key) < 24) return false; // anyone could sign with an empty key
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $given) {
        if (hash_equals($expected, $given)) return true;
    }
    return false;
}`;

const GO = `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

func isGenuine(body []byte, header http.Header, secret string) bool {
	timestamp := header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || math.Abs(float64(time.Now().Unix()-seconds)) > 300 {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) < 24 { // anyone could sign with an empty key
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(header.Get("webhook-id") + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, given := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal(expected, []byte(given)) {
			return true
		}
	}
	return false
}`;

const JAVA = `import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Webhooks {
    static boolean isGenuine(byte[] body, Map<String, String> headers, String secret) throws Exception {
        String time = headers.getOrDefault("webhook-timestamp", "");
        if (!time.matches("[0-9]{1,12}")) return false;
        if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(time)) > 300) return false;
        byte[] key = Base64.getDecoder().decode(secret.replace("whsec_", ""));
        if (key.length < 24) return false; // anyone could sign with an empty key
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        String prefix = headers.getOrDefault("webhook-id", "") + "." + time + ".";
        mac.update(prefix.getBytes(StandardCharsets.UTF_8));
        String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        for (String given : headers.getOrDefault("webhook-signature", "").split(" ")) {
            if (MessageDigest.isEqual(expected.getBytes(), given.getBytes())) return true;
        }
        return false;
    }
}`;

export const VERIFY_SAMPLES = {
  python: { language: "Python", code: PYTHON },
  php: { language: "PHP", code: PHP },
  go: { language: "Go", code: GO },
  java: { language: "Java", code: JAVA },
} as const satisfies Record<string, LanguageSample>;

export interface RawBodySample {
  readonly framework: string;
  readonly code: string;
  /** What else the framework needs. */
  readonly also?: string;
  /** Tests run the code with the framework itself, or with the web-standard request that it passes on. */
  readonly tested: boolean;
}

/** Code that reads the raw body, by framework. */
export const RAW_BODY = {
  express: {
    framework: "Express",
    code: 'app.post("/webhooks", express.raw({ type: "application/json" }), (request, response) => {\n  const body = request.body; // a Buffer\n  response.sendStatus(isGenuine(body, request.headers, secret) ? 204 : 400);\n});',
    tested: true,
  },
  next: {
    framework: "Next.js (App Router)",
    code: "export async function POST(request) {\n  const body = await request.text();\n  const headers = Object.fromEntries(request.headers);\n  return new Response(null, { status: isGenuine(body, headers, secret) ? 204 : 400 });\n}",
    tested: true,
  },
  django: {
    framework: "Django",
    code: "@csrf_exempt\ndef webhook(request):\n    body = request.body\n    return HttpResponse(status=204 if is_genuine(body, request.headers, secret) else 400)",
    tested: true,
  },
  flask: {
    framework: "Flask",
    code: '@app.post("/webhooks")\ndef webhook():\n    body = request.get_data()\n    return "", 204 if is_genuine(body, request.headers, secret) else 400',
    tested: true,
  },
  laravel: {
    framework: "Laravel",
    code: "$body = $request->getContent();\n$headers = array_map(fn ($values) => $values[0], $request->headers->all());",
    also: "Exempt the route from CSRF verification.",
    tested: false,
  },
  spring: {
    framework: "Spring",
    code: '@PostMapping("/webhooks")\nResponseEntity<Void> webhook(@RequestBody byte[] body, @RequestHeader Map<String, String> headers)',
    tested: false,
  },
} as const satisfies Record<string, RawBodySample>;
