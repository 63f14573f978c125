/** Code that verifies a webhook's signature without a client, by language, and the raw body with one, by framework. Tests run each sample. */

interface LanguageSample {
  readonly language: string;
  readonly code: string;
}

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
  go: { language: "Go", code: GO },
  java: { language: "Java", code: JAVA },
} as const satisfies Record<string, LanguageSample>;

/** A route of Spring. Our tests do not run it. */
export const SPRING =
  '@PostMapping("/webhooks")\nResponseEntity<Void> webhook(@RequestBody byte[] body, @RequestHeader Map<String, String> headers)';

interface RawBodySample {
  readonly framework: string;
  readonly code: string;
  /** What else the framework needs. */
  readonly also?: string;
}

const PYTHON_REFUSAL = (refuse: string) => `    except WebhookSignatureError:\n        ${refuse}`;

/** Code that passes the raw body to a client, by framework. */
export const RAW_BODY = {
  express: {
    framework: "Express",
    code: `app.post("/webhooks", express.raw({ type: () => true }), async (request, response) => {
  const event = await verifyWebhook(request.body, request.headers, secret).catch(() => null);
  response.sendStatus(event === null ? 400 : 204);
});`,
  },
  next: {
    framework: "Next.js",
    code: `export async function POST(request) {
  const body = await request.text();
  const event = await verifyWebhook(body, request.headers, secret).catch(() => null);
  return new Response(null, { status: event === null ? 400 : 204 });
}`,
  },
  flask: {
    framework: "Flask",
    code: `@app.post("/webhooks")
def webhook():
    try:
        event = verify_webhook(request.get_data(), request.headers, secret)
${PYTHON_REFUSAL('return "", 400')}
    return "", 204`,
  },
  django: {
    framework: "Django",
    code: `@csrf_exempt
def webhook(request):
    try:
        event = verify_webhook(request.body, request.headers, secret)
${PYTHON_REFUSAL("return HttpResponse(status=400)")}
    return HttpResponse(status=204)`,
  },
  fastapi: {
    framework: "FastAPI",
    code: `@app.post("/webhooks")
async def webhook(request: Request):
    try:
        event = verify_webhook(await request.body(), request.headers, secret)
${PYTHON_REFUSAL("return Response(status_code=400)")}
    return Response(status_code=204)`,
  },
  laravel: {
    framework: "Laravel",
    code: `function webhook(Request $request, string $secret): Response {
    try {
        $event = Webhook::verify($request->getContent(), $request->headers->all(), $secret);
    } catch (WebhookSignatureError) {
        return new Response('', 400);
    }
    return new Response('', 204);
}`,
    also: "Routes in `routes/web.php` need an exemption from CSRF verification; those in `routes/api.php` have none.",
  },
} as const satisfies Record<string, RawBodySample>;
