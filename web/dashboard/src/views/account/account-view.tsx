import { useMay } from "../../may.ts";
import { t } from "../../texts/t.ts";
import { Page } from "../../ui/page.tsx";
import { AuditSection } from "../audit/audit-section.tsx";
import { CustomerDataSection } from "./customer-data-section.tsx";
import { LoginsSection, SessionsSection } from "./logins-section.tsx";
import { MembershipsSection } from "./memberships-section.tsx";
import { NotificationsSection } from "./notifications-section.tsx";
import { CloseSection, ProfileSection } from "./profile-section.tsx";

export function AccountView() {
  const seesAudit = useMay("audit.read");
  const mayClose = useMay("account");
  const mayErase = useMay("checkouts.decide");
  return (
    <Page title={t("layout.account")}>
      <ProfileSection />
      <NotificationsSection />
      <MembershipsSection />
      <LoginsSection />
      <SessionsSection />
      {mayErase && <CustomerDataSection />}
      {seesAudit && <AuditSection />}
      {mayClose && <CloseSection />}
    </Page>
  );
}
