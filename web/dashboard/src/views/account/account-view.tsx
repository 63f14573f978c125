import { Page } from "../../ui/page.tsx";

export function AccountView() {
  return <Page title="AccountView">…</Page>;
}
