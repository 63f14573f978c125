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
    /**
     * Fields that are objects with keys of their own, such as `metadata`.
     *
     * @var list<string>
     */
    protected const MAPS = [];

    /** @param array<array-key, mixed> $raw the object as it was received */
    public function __construct(public readonly array $raw)
    {
    }

    /** The JSON as it was received. `raw` alone would not do: in PHP, `{}` and `[]` are the same array. */
    public function jsonSerialize(): object
    {
        $fields = $this->raw;
        foreach (get_object_vars($this) as $name => $value) {
            $one = is_array($value) ? reset($value) : $value;
            if ($name !== 'raw' && $one instanceof self) {
                $fields[$name] = $value;
            }
        }
        foreach (static::MAPS as $name) {
            if (is_array($fields[$name] ?? null)) {
                $fields[$name] = (object) $fields[$name];
            }
        }
        return (object) $fields;
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
