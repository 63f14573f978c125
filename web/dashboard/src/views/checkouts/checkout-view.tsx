import { Page } from "../../ui/page.tsx";

export function CheckoutView() {
  return <Page title="CheckoutView">…</Page>;
}
