import { ChevronsUpDown } from 'lucide-react';
import { Menu } from './menu.tsx';
import type { MenuEntry } from './menu-props.ts';

interface MenuFieldProps {
  readonly label: string;
  /** The label with the choice, for screen readers. */
  readonly name: string;
  /** The choice as it is shown. */
  readonly shown: string;
  readonly chosen: string;
  readonly items: readonly MenuEntry[];
}

/** A choice where a `Select` would be too large to load with the first page. */
export function MenuField({ label, name, shown, chosen, items }: MenuFieldProps) {
  return (
    <div className="field menu-field">
      <span className="label" aria-hidden="true">
        {label}
      </span>
      <Menu
        label={name}
        className="input select"
        content={
          <>
            <span className="select-value">{shown}</span>
            <ChevronsUpDown aria-hidden="true" />
          </>
        }
        chosen={chosen}
        items={items}
      />
    </div>
  );
}
