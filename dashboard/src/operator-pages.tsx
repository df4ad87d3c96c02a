/** The pages that only operators load. */
import type { ComponentType } from 'react';
import { AllAuditPage } from './pages/operator/audit/all-audit-page.tsx';
import { AvailabilityPage } from './pages/operator/availability/availability-page.tsx';
import { AllEventsPage } from './pages/operator/events/all-events-page.tsx';
import { InstallationPage } from './pages/operator/installation/installation-page.tsx';
import { ModelsPage } from './pages/operator/models/models-page.tsx';
import { TeamsPage } from './pages/operator/teams/teams-page.tsx';
import { TotalUsagePage } from './pages/operator/usage/total-usage-page.tsx';
import { UsersPage } from './pages/operator/users/users-page.tsx';
import type { OperatorPageProps } from './state/page-props.ts';

const pages: Readonly<Record<string, ComponentType<OperatorPageProps>>> = {
  '/operator/teams': TeamsPage,
  '/operator/users': UsersPage,
  '/operator/usage': TotalUsagePage,
  '/operator/installation': InstallationPage,
  '/operator/availability': AvailabilityPage,
  '/operator/models': ModelsPage,
  '/operator/audit': AllAuditPage,
  '/operator/events': AllEventsPage,
};

/** `path`: of a page that the frame lists. */
export function OperatorPage({ path, ...props }: OperatorPageProps & { path: string }) {
  const Page = pages[path];
  return Page === undefined ? null : <Page {...props} />;
}
