/** A button that opens a list of actions or choices. The list is loaded at the first use, to keep the first page small. */
import type { LucideIcon } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';

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

const load = () => import('./menu-list.tsx');
const MenuList = lazy(async () => ({ default: (await load()).MenuList }));

export function Menu(props: MenuProps) {
  const [isWanted, setIsWanted] = useState(false);
  const { label, className, content } = props;
  const button = (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      // Loaded before the click, so that it opens at once.
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setIsWanted(true)}
    >
      {content}
    </button>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <MenuList {...props} />
    </Suspense>
  );
}
