<?php

declare(strict_types=1);

namespace CheckoutVerification;

/**
 * An object of the API, read-only.
 *
 * Values that later versions add arrive unchanged; `raw` has fields that this version does not know. PHP throws an
 * Error when a field is read that the service did not send.
 */
abstract class Model implements \JsonSerializable
{
    /** @param array<array-key, mixed> $raw the object as it was received */
    public function __construct(public readonly array $raw)
    {
    }

    /** @return array<array-key, mixed> */
    public function jsonSerialize(): array
    {
        return $this->raw;
    }

    /**
     * Shows which object it is, but no contents: some are secret or personal.
     *
     * @return array<array-key, mixed>
     */
    public function __debugInfo(): array
    {
        return array_intersect_key($this->raw, ['id' => 0, 'type' => 0, 'status' => 0]);
    }
}
