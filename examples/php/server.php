<?php
// A shop in PHP: creates checkouts, verifies webhooks, delivers each order once.
declare(strict_types=1);

use CheckoutVerification\{Client, Webhook, WebhookSignatureError};
use CheckoutVerification\Model\CheckoutVerifiedEvent;

require __DIR__ . '/vendor/autoload.php';

$secret = getenv('WEBHOOK_SECRET') ?: '';
if (!preg_match('~^whsec_[\w+/]{32}~', $secret)) {
    throw new RuntimeException("WEBHOOK_SECRET is not an endpoint's secret (whsec_...).");
}
$route = $_SERVER['REQUEST_METHOD'] . ' ' . parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);

/** Changes the orders while nobody else does. Your database does this in a transaction. */
function change_orders(callable $change): mixed {
    $file = fopen(getenv('ORDERS_FILE') ?: sys_get_temp_dir() . '/example-orders.json', 'c+');
    flock($file, LOCK_EX);
    $orders = json_decode(stream_get_contents($file) ?: '{}', true);
    $result = $change($orders);
    ftruncate($file, 0);
    rewind($file);
    fwrite($file, json_encode((object) $orders));
    fclose($file);
    return $result;
}

if ($route === 'POST /orders') {
    $id = 'order-' . bin2hex(random_bytes(8));
    $client = new Client(getenv('CHECKOUT_BASE_URL'), getenv('CHECKOUT_API_KEY'));
    $checkout = $client->checkouts->create([
        'amount' => 150000,
        'currency' => 'ETB',
        'client_reference' => $id,
        'return_url' => 'http://localhost:' . (getenv('PORT') ?: '4000') . "/orders/{$id}",
    ], idempotencyKey: $id); // with distinct amounts, it asks for some santim more
    $order = ['id' => $id, 'amount' => $checkout->amount, 'currency' => 'ETB', 'status' => 'unpaid', 'deliveries' => 0];
    change_orders(function (array &$orders) use ($id, $order): void { $orders[$id] = $order; });
    header("Location: {$checkout->pay_url}", true, 303);
} elseif ($route === 'POST /webhooks') {
    try { // php://input: the bytes as they came
        $event = Webhook::verify(file_get_contents('php://input'), $_SERVER, $secret);
    } catch (WebhookSignatureError) { http_response_code(400); return; }
    if ($event instanceof CheckoutVerifiedEvent) change_orders(function (array &$orders) use ($event): void {
        $checkout = $event->data->object;
        $order = &$orders[$checkout->client_reference ?? ''];
        if ($order === null || $order['status'] === 'paid') return; // not ours, or the webhook came twice
        if ([$order['amount'], $order['currency']] !== [$checkout->amount, $checkout->currency]) return;
        $order['status'] = 'paid';
        $order['deliveries'] += 1; // send the goods here
    });
    http_response_code(204);
} else { // GET /orders/…, the return page, shows the order as the webhook left it: its own query proves nothing
    $order = change_orders(fn (array $orders) => $orders[basename($route)] ?? null);
    if ($order === null) { http_response_code(404); return; }
    header('Content-Type: application/json');
    echo json_encode($order);
}
