import { t } from "../../texts/t.ts";
import { Page } from "../../ui/page.tsx";
import { AuditSection } from "./audit-section.tsx";
import { CustomerDataSection } from "./customer-data-section.tsx";
import { LoginsSection } from "./logins-section.tsx";
import { CloseSection, ProfileSection } from "./profile-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

export function AccountView() {
  return (
    <Page title={t("layout.account")}>
      <ProfileSection />
      <LoginsSection />
      <SessionsSection />
      <CustomerDataSection />
      <AuditSection />
      <CloseSection />
    </Page>
  );
}
