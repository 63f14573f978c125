import { type Subscription, useEventTypes } from "../../data/webhooks.ts";
import { t } from "../../texts/t.ts";
import { CheckBox, Choice } from "../../ui/choice.tsx";

/** Picks all events (`*`) or some of the catalog. */
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
        legend={t("webhooks.events")}
        value={isAll ? "all" : "some"}
        onChange={(which) => onChange(which === "all" ? ["*"] : ["checkout.verified"])}
        options={[
          {
            value: "some",
            label: t("webhooks.selectedEvents"),
            hint: t("webhooks.mostServersNeedCheckout"),
          },
          { value: "all", label: t("checkouts.all"), hint: t("webhooks.includesTypesThatWe") },
        ]}
      />
      {!isAll && (
        <fieldset className="mb-4 max-h-64 overflow-y-auto rounded-lg border border-line px-3 py-2">
          <legend className="sr-only">{t("webhooks.eventTypes2")}</legend>
          {kinds.map(({ type, description }) => (
            <CheckBox
              key={type}
              label={<code className="font-mono text-note">{type}</code>}
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
