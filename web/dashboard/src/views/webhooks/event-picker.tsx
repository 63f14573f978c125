import { type Subscription, useEventTypes } from "../../data/webhooks.ts";
import { CheckBox, Choice } from "../../ui/choice.tsx";

/** `*`, or some of the catalogue. */
export function EventPicker({
  value,
  onChange,
}: {
  readonly value: readonly Subscription[];
  readonly onChange: (value: readonly Subscription[]) => void;
}) {
  const kinds = useEventTypes();
  const isAll = value.includes("*");
  return (
    <>
      <Choice
        legend="Events"
        value={isAll ? "all" : "some"}
        onChange={(which) => onChange(which === "all" ? ["*"] : ["checkout.verified"])}
        options={[
          { value: "some", label: "Only some", hint: "Most servers need checkout.verified." },
          { value: "all", label: "All", hint: "Kinds that are added later, too." },
        ]}
      />
      {!isAll && (
        <fieldset className="mb-4 max-h-64 overflow-y-auto rounded-lg border border-line px-3 py-2">
          <legend className="sr-only">Kinds of events</legend>
          {kinds.map(({ type, description }) => (
            <CheckBox
              key={type}
              label={<code className="font-mono text-[13px]">{type}</code>}
              hint={description}
              checked={value.includes(type)}
              onChange={(on) =>
                onChange(on ? [...value, type] : value.filter((kind) => kind !== type))
              }
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
