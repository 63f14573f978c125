<?php

// The main job against a running service: an order, its payment, and what is listed afterward.
declare(strict_types=1);

use CheckoutVerification\ApiProblem;
use CheckoutVerification\Client;

spl_autoload_register(static function (string $class): void {
    require __DIR__ . '/../src/' . str_replace('\\', '/', substr($class, strlen('CheckoutVerification\\'))) . '.php';
});

$order = (string) getenv('ORDER');
$client = new Client((string) getenv('CHECKOUT_BASE_URL'), (string) getenv('CHECKOUT_API_KEY'));
$create = static fn (int $amount, string $key): string => $client->checkouts->create(
    ['amount' => $amount, 'client_reference' => $order, 'metadata' => []],
    idempotencyKey: $key,
)->id;
$problemOf = static function (callable $call): ?ApiProblem {
    try {
        $call();
        return null;
    } catch (ApiProblem $problem) {
        return $problem;
    }
};

$checkout = $create(150_000, $order);
$again = $create(150_000, $order);
$client->checkouts->verify($checkout, ['input' => getenv('REFERENCE')]);
$status = $client->checkouts->waitForOutcome($checkout, timeoutSeconds: 30.0, intervalSeconds: 0.05)->status;
$listed = [];
foreach ($client->checkouts->all(['client_reference' => $order, 'limit' => 1]) as $one) {
    $listed[] = $one->client_reference;
}
$events = [];
foreach ($client->events->all(['limit' => 2]) as $one) {
    if (($one->data->object->id ?? null) === $checkout) {
        $events[] = $one->type;
    }
}
echo json_encode([
    'same_checkout' => $checkout === $again,
    'status' => $status,
    'listed' => $listed,
    'attempts' => array_map(static fn ($one) => $one->outcome, $client->checkouts->attempts($checkout)->data),
    'events' => $events,
    'problem' => $problemOf(static fn () => $client->checkouts->cancel($checkout))?->code,
    'invalid' => array_map(static fn ($one) => $one->path, $problemOf(static fn () => $create(0, 'invalid'))->errors ?? []),
    'mode' => $client->credits->get()->livemode,
], JSON_THROW_ON_ERROR);
