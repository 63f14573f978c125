import { Page } from "../../ui/page.tsx";

export function WebhooksView() {
  return <Page title="WebhooksView">…</Page>;
}
