<?php
// Runs the middleware as Laravel does, without Laravel: creates checkouts, delivers each order once.
declare(strict_types=1);

use App\Http\Middleware\VerifyCheckoutWebhook;
use CheckoutVerification\Client;
use CheckoutVerification\Model\CheckoutVerifiedEvent;
use Illuminate\Http\{JsonResponse, RedirectResponse, Request, Response};

require __DIR__ . '/vendor/autoload.php';
require __DIR__ . '/VerifyCheckoutWebhook.php';

$store = getenv('ORDERS_FILE') ?: sys_get_temp_dir() . '/example-orders.json'; // your database
$orders = json_decode(is_file($store) ? file_get_contents($store) : '{}', true);
$request = Request::capture();

$create = function () use (&$orders): RedirectResponse {
    $id = 'order-' . bin2hex(random_bytes(8));
    $client = new Client(getenv('CHECKOUT_BASE_URL'), getenv('CHECKOUT_API_KEY'));
    $body = ['amount' => 150000, 'currency' => 'ETB', 'client_reference' => $id];
    $checkout = $client->checkouts->create($body, idempotencyKey: $id);
    $amount = $checkout->amount; // with distinct amounts, some santim more
    $orders[$id] = ['id' => $id, 'amount' => $amount, 'currency' => 'ETB', 'status' => 'unpaid', 'deliveries' => 0];
    return new RedirectResponse($checkout->pay_url, 303);
};
$webhook = function (Request $request) use (&$orders): Response {
    $event = $request->attributes->get('event');
    $checkout = $event instanceof CheckoutVerifiedEvent ? $event->data->object : null;
    $order = &$orders[$checkout?->client_reference ?? ''];
    $isOurs = $order !== null && [$order['amount'], $order['currency']] === [$checkout->amount, $checkout->currency];
    if ($isOurs && $order['status'] === 'unpaid') { // a webhook can come twice
        $order['status'] = 'paid';
        $order['deliveries'] += 1; // send the goods here
    }
    return new Response('', 204);
};
$show = function (Request $request) use (&$orders): Response|JsonResponse {
    $order = $orders[basename($request->path())] ?? null;
    return $order === null ? new Response('', 404) : new JsonResponse($order);
};

$response = match ($request->method() . ' ' . $request->path()) {
    'POST orders' => $create(),
    'POST webhooks' => (new VerifyCheckoutWebhook())->handle($request, $webhook),
    default => $show($request),
};
file_put_contents($store, json_encode((object) array_filter($orders ?? [])), LOCK_EX);
$response->send();
