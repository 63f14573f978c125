<?php
// A shop in PHP: creates checkouts, verifies webhooks, delivers each order once.
declare(strict_types=1);

$store = getenv('ORDERS_FILE') ?: sys_get_temp_dir() . '/example-orders.json'; // your database
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$route = $_SERVER['REQUEST_METHOD'] . ' ' . $path;
$key = base64_decode(substr(getenv('WEBHOOK_SECRET') ?: '', strlen('whsec_')));

if (strlen($key) < 24) { // anyone could sign with an empty key
    http_response_code(500);
    error_log("WEBHOOK_SECRET is not an endpoint's secret (whsec_...).");
    return;
}

/** Changes the orders while nobody else does. */
function change_orders(string $store, callable $change): mixed {
    $file = fopen($store, 'c+');
    flock($file, LOCK_EX);
    $orders = json_decode(stream_get_contents($file) ?: '{}', true);
    $result = $change($orders);
    ftruncate($file, 0);
    rewind($file);
    fwrite($file, json_encode((object) $orders));
    fclose($file);
    return $result;
}

function create_checkout(array $order): array {
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => [
            'Authorization: Bearer ' . getenv('CHECKOUT_API_KEY'),
            'Content-Type: application/json',
            'Idempotency-Key: ' . $order['id'],
        ],
        'content' => json_encode([
            'amount' => $order['amount'],
            'currency' => $order['currency'],
            'client_reference' => $order['id'],
            'return_url' => 'http://localhost:' . (getenv('PORT') ?: '4000') . '/orders/' . $order['id'],
        ]),
    ]]);
    $answer = file_get_contents(getenv('CHECKOUT_BASE_URL') . '/api/v1/checkouts/', false, $context);
    return json_decode($answer, true, 512, JSON_THROW_ON_ERROR);
}

function is_genuine(string $body, string $key): bool {
    $time = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!ctype_digit($time) || abs(time() - (int) $time) > 300) return false;
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
        if (hash_equals($expected, $given)) return true;
    }
    return false;
}

if ($route === 'POST /orders') {
    $order = change_orders($store, function (array &$orders): array {
        $id = 'order-' . bin2hex(random_bytes(8));
        return $orders[$id] = ['id' => $id, 'amount' => 150000, 'currency' => 'ETB',
            'status' => 'unpaid', 'deliveries' => 0];
    });
    header('Location: ' . create_checkout($order)['pay_url'], true, 303);
} elseif ($route === 'POST /webhooks') {
    $body = file_get_contents('php://input'); // the bytes as they came
    if (!is_genuine($body, $key)) { http_response_code(400); return; }
    $event = json_decode($body, true);
    $checkout = $event['data']['object'];
    if ($event['type'] === 'checkout.verified') change_orders($store, function (array &$orders) use ($checkout): void {
        $order = &$orders[$checkout['client_reference'] ?? ''];
        if ($order === null || $order['status'] === 'paid') return; // a webhook can come twice
        if ($order['amount'] !== $checkout['amount'] || $order['currency'] !== $checkout['currency']) return;
        $order['status'] = 'paid';
        $order['deliveries'] += 1; // send the goods here
    });
    http_response_code(204);
} elseif (preg_match('#^GET /orders/([\w-]+)$#', $route, $match)) {
    // The return page shows the order as the webhook left it: its own query proves nothing.
    $order = change_orders($store, fn (array $orders) => $orders[$match[1]] ?? null);
    if ($order === null) { http_response_code(404); return; }
    header('Content-Type: application/json');
    echo json_encode($order);
} else {
    http_response_code(404);
}
