<?php
// A middleware for Laravel. In bootstrap/app.php, exempt the route from CSRF verification.
declare(strict_types=1);

namespace App\Http\Middleware;

use CheckoutVerification\{Webhook, WebhookSignatureError};
use Closure;
use Illuminate\Http\{Request, Response};

final class VerifyCheckoutWebhook
{
    public function handle(Request $request, Closure $next): mixed
    {
        try { // getContent(): the bytes as they came
            $secret = getenv('WEBHOOK_SECRET') ?: ''; // in Laravel: config('services.checkout.webhook_secret')
            $event = Webhook::verify($request->getContent(), $request->headers->all(), $secret);
        } catch (WebhookSignatureError $error) {
            return new Response('', $error->code === 'secret' ? 500 : 400);
        }
        $request->attributes->set('event', $event);
        return $next($request);
    }
}
