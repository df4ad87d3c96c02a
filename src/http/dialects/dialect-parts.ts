import type { Glossaries } from '../../accounts/glossaries/glossaries.ts';
import type { Documents } from '../../documents/documents.ts';
import type { Gateway } from '../../gateway/translate-call.ts';
import type { UsageReports } from '../../metering/usage-report.ts';
import type { Translator } from '../../translate/translator.ts';
import type { ServiceHealth } from '../public/health-route.ts';
import type { CallerAdmission } from './admit-caller.ts';

/** What the routes of the dialects need. */
export interface DialectParts {
  readonly gateway: Gateway;
  /** The language routes of the engines that a team may use. */
  readonly routesFor: Translator['routesFor'];
  readonly documents: Documents;
  readonly reports: UsageReports;
  readonly glossaries: Glossaries;
  readonly health: ServiceHealth;
  readonly callDeadlineMs: number;
  /** What a proxy leaves in front of the paths. */
  readonly pathPrefix?: string;
  /** Of this product. */
  readonly version: string;
  readonly admission: CallerAdmission;
}
