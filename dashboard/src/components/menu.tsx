/** A button that opens a list of actions or choices. The list is loaded at the first use, to keep the first page small. */
import { lazy, Suspense, useState } from 'react';
import type { MenuProps } from './menu-props.ts';

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
