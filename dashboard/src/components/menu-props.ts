import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface MenuEntry {
  readonly id: string;
  readonly name: string;
  /** Beside the name, for names that are not unique. */
  readonly detail?: string | undefined;
  readonly Icon?: LucideIcon;
  readonly onAction: () => void;
}

export interface MenuProps {
  readonly label: string;
  readonly className: string;
  /** Of the button. */
  readonly content: ReactNode;
  /** Above the items. */
  readonly title?: string;
  /** The id of the chosen item, in a list of choices. */
  readonly chosen?: string;
  readonly items: readonly MenuEntry[];
}
