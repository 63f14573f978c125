import { Page } from "../../ui/page.tsx";

export function DeliveryView() {
  return <Page title="DeliveryView">…</Page>;
}
