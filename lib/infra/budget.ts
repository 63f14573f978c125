import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import type { Construct } from "constructs";
import { physicalName } from "./names.ts";
import type { StageConfig } from "./stage-config.ts";

/**
 * Emails `alarmEmail` when the month's costs reach 80 % of the budget, and when AWS forecasts that they
 * will exceed it. Counts the whole account: AWS splits costs by tag only after someone activates the tags
 * manually. Stops nothing.
 */
export function budget(scope: Construct, config: StageConfig): void {
  const { monthlyBudgetDollars, alarmEmail } = config;
  if (monthlyBudgetDollars === null || alarmEmail === null) return;
  const notify = (notificationType: "ACTUAL" | "FORECASTED", threshold: number) => ({
    notification: {
      notificationType,
      comparisonOperator: "GREATER_THAN",
      threshold,
      thresholdType: "PERCENTAGE",
    },
    subscribers: [{ subscriptionType: "EMAIL", address: alarmEmail }],
  });
  new CfnBudget(scope, "Budget", {
    budget: {
      budgetName: physicalName(config.stage, "monthly"),
      budgetType: "COST",
      timeUnit: "MONTHLY",
      budgetLimit: { amount: monthlyBudgetDollars, unit: "USD" },
    },
    notificationsWithSubscribers: [notify("ACTUAL", 80), notify("FORECASTED", 100)],
  });
}
