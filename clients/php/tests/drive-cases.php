<?php

// Runs the shared cases against this client: see clients/cases/run-cases.ts. The argument says how: `curl` or `psr-18`.
declare(strict_types=1);

// A pause of the client ends at once, and moves its clock.

namespace CheckoutVerification {
    function usleep(int $microseconds): void
    {
        Clock::$waits[] = intdiv($microseconds, 1000);
        Clock::$shift += $microseconds / 1_000_000;
    }

    final class Clock
    {
        /** @var list<int> */
        public static array $waits = [];
        public static float $shift = 0.0;
    }
}

namespace CheckoutVerification\Resource {
    use CheckoutVerification\Clock;

    function microtime(bool $_): float
    {
        return \microtime(true) + Clock::$shift;
    }
}

namespace {
    use CheckoutVerification\ApiProblem;
    use CheckoutVerification\Client;
    use CheckoutVerification\Clock;
    use CheckoutVerification\Http\Psr18Transport;
    use CheckoutVerification\Model;
    use CheckoutVerification\Resource\Operations;
    use CheckoutVerification\Webhook;
    use CheckoutVerification\WebhookSignatureError;

    $autoload = getenv('CLIENT_AUTOLOAD');
    if (is_string($autoload)) {
        require $autoload;
    } else {
        spl_autoload_register(static function (string $class): void {
            $path = __DIR__ . '/../src/' . str_replace('\\', '/', substr($class, strlen('CheckoutVerification\\'))) . '.php';
            if (str_starts_with($class, 'CheckoutVerification\\') && is_file($path)) {
                require $path;
            }
        });
    }

    // Servers with a php.ini of the nineties have it.
    ini_set('arg_separator.output', '&amp;');
    // The default without a php.ini: traces contain the arguments of each call.
    ini_set('zend.exception_ignore_args', '0');
    set_error_handler(static function (int $_, string $message, string $file, int $line): never {
        throw new ErrorException($message, 0, E_ERROR, $file, $line);
    });

    function transport_of(float $timeout): ?Psr18Transport
    {
        if (($_SERVER['argv'][1] ?? '') !== 'psr-18') {
            return null;
        }
        require_once 'GuzzleHttp/autoload.php';
        $factory = new GuzzleHttp\Psr7\HttpFactory();
        $stack = GuzzleHttp\HandlerStack::create();
        // As a middleware that logs responses does.
        $stack->push(GuzzleHttp\Middleware::mapResponse(static function ($response) {
            $response->getBody()->getContents();
            return $response;
        }));
        $options = ['handler' => $stack, 'timeout' => $timeout, 'curl' => [CURLOPT_FRESH_CONNECT => true]];
        return new Psr18Transport(new GuzzleHttp\Client($options), $factory, $factory);
    }

    function run_call(array $task, array $call, int $index): array
    {
        $options = $call['options'] ?? [];
        $has = static fn (string $name): bool => !array_key_exists($name, $options) || $options[$name] !== null;
        $timeout = (float) ($options['timeout_seconds'] ?? 30);
        $client = new Client(
            $options['base_url'] ?? "{$task['base_url']}/{$index}" . ($options['suffix_of_base_url'] ?? ''),
            $has('api_key') ? $task['api_key'] . ($options['suffix_of_api_key'] ?? '') : null,
            $has('access_token') ? $task['access_token'] : null,
            $options['retries'] ?? 3,
            $timeout,
            transport: transport_of($timeout),
        );
        fwrite(STDERR, print_r($client, true));
        try {
            fwrite(STDERR, serialize($client));
        } catch (Exception) {
        }
        $fields = $call['body'] ?? $call['query'] ?? null;
        if (isset($call['operation'])) {
            $operation = Operations::{$call['operation']}();
            if (isset($call['query']['format'])) {
                return ['result' => $client->csv($operation, query: $call['query'])];
            }
            return ['result' => $client->call($operation, query: $call['query'] ?? [], body: $call['body'] ?? null)];
        }
        [$group, $method] = explode('.', preg_replace_callback('/_(\w)/', static fn ($one) => strtoupper($one[1]), $call['method']));
        $given = array_values(array_intersect_key($call, ['id' => 0, 'delivery_id' => 0]));
        $given = $fields === null ? $given : [...$given, $fields];
        $more = isset($call['idempotency_key']) ? ['idempotencyKey' => $call['idempotency_key']] : [];
        if (isset($call['timeout_seconds'])) {
            $more = ['timeoutSeconds' => (float) $call['timeout_seconds'], 'intervalSeconds' => (float) $call['interval_seconds']];
        }
        $answer = $client->{$group}->{$method}(...$given, ...$more);
        if (str_starts_with($method, 'all')) {
            return ['items' => ids_of(isset($call['take']) ? $answer : iterator_to_array($answer), $call['take'] ?? PHP_INT_MAX)];
        }
        return ['result' => $answer, ...values($answer, $call)];
    }

    function ids_of(iterable $items, int $take): array
    {
        $ids = [];
        foreach ($items as $item) {
            $ids[] = $item->id;
            if (count($ids) >= $take) {
                break;
            }
        }
        return $ids;
    }

    function run_webhook(array $webhook): array
    {
        $more = isset($webhook['tolerance_seconds']) ? ['toleranceSeconds' => (float) $webhook['tolerance_seconds']] : [];
        $headers = ($_SERVER['argv'][1] ?? '') === 'curl' ? server_of($webhook['headers']) : $webhook['headers'];
        $event = Webhook::verify($webhook['body'], $headers, $webhook['secrets'], ...$more, now: (float) $webhook['now']);
        return ['event' => $event, ...values($event, $webhook)];
    }

    /** `$_SERVER`: the headers, after variables of the environment with the names of these headers. */
    function server_of(array $headers): array
    {
        $names = array_map(static fn (string $name) => strtoupper(strtr($name, '-', '_')), array_keys($headers));
        $prefixed = array_map(static fn (string $name) => "HTTP_{$name}", $names);
        return array_fill_keys($names, 'whk_1') + array_combine($prefixed, $headers);
    }

    function values(?Model $answer, array $call): array
    {
        $times = array_map(static fn (string $path) => (int) at($answer, $path)->format('Uv'), $call['times'] ?? []);
        return ['read' => array_map(static fn (string $path) => at($answer, $path), $call['read'] ?? []), 'times' => $times];
    }

    function at(mixed $value, string $path): mixed
    {
        foreach (explode('.', $path) as $name) {
            $value = is_array($value) ? $value[$name] : $value->{$name};
        }
        return $value;
    }

    $task = json_decode(stream_get_contents(STDIN), true, 512, JSON_THROW_ON_ERROR);
    $outcomes = [];
    foreach ($task['cases'] as $index => $one) {
        Clock::$waits = [];
        try {
            $outcome = isset($one['call']) ? run_call($task, $one['call'], $index) : run_webhook($one['webhook']);
        } catch (ApiProblem $error) {
            fwrite(STDERR, "{$error}\n");
            // As an error tracker does. The last call is of this file, with all credentials.
            if (PHP_VERSION_ID >= 80200) {
                fwrite(STDERR, (string) json_encode(array_slice($error->getTrace(), 0, -1), JSON_PARTIAL_OUTPUT_ON_ERROR));
            }
            // As a queue of jobs does.
            $error = unserialize(serialize($error));
            $outcome = ['problem' => [
                'code' => $error->code,
                'status' => $error->status,
                'request_id' => $error->requestId,
                'errors' => $error->errors,
                'retry_after_seconds' => $error->retryAfterSeconds,
                'type' => $error->type,
                'message' => $error->getMessage(),
            ]];
        } catch (WebhookSignatureError $error) {
            $error = unserialize(serialize($error));
            $outcome = ['refused' => ['code' => $error->code, 'message' => $error->getMessage()]];
        } catch (InvalidArgumentException | TypeError $error) {
            fwrite(STDERR, "{$error}\n");
            $outcome = ['refused' => ['message' => $error->getMessage()]];
        }
        $outcomes[] = $outcome + ['waits' => Clock::$waits];
    }
    echo json_encode($outcomes, JSON_THROW_ON_ERROR);
}
