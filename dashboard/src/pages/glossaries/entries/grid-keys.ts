/** Key bindings of the grid while no cell is being edited. */
export interface Place {
  readonly index: number;
  readonly column: number;
}

export type GridAction =
  | { readonly kind: 'move'; readonly to: Place }
  | { readonly kind: 'edit'; readonly text?: string }
  | { readonly kind: 'clear' | 'delete row' | 'undo' | 'redo' };

export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

export const deleteColumn = 2;
const pageRows = 10;
const mirrored: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** With `isMirrored`, the first column is on the right. */
export function actionOf(
  pressed: PressedKey,
  at: Place,
  size: Place,
  isMirrored = false,
): GridAction | undefined {
  const { altKey, shiftKey } = pressed;
  const key = isMirrored ? (mirrored[pressed.key] ?? pressed.key) : pressed.key;
  const isCommand = pressed.ctrlKey || pressed.metaKey;
  const move = moveOf(key, isCommand, at, size);
  if (move !== undefined) return { kind: 'move', to: within(move, size) };
  if (isCommand && key.toLowerCase() === 'z') return { kind: shiftKey ? 'redo' : 'undo' };
  if (isCommand && key.toLowerCase() === 'y') return { kind: 'redo' };
  if (isCommand && (key === 'Delete' || key === 'Backspace')) return { kind: 'delete row' };
  if (isCommand || altKey) return undefined;
  if (at.column === deleteColumn) return key === 'Enter' || key === ' ' ? { kind: 'delete row' } : undefined;
  if (key === 'Enter' || key === 'F2') return { kind: 'edit' };
  if (key === 'Delete' || key === 'Backspace') return { kind: 'clear' };
  return [...key].length === 1 ? { kind: 'edit', text: key } : undefined;
}

function moveOf(key: string, isCommand: boolean, at: Place, size: Place): Place | undefined {
  const { index, column } = at;
  const [lastRow, lastColumn] = [size.index - 1, size.column - 1];
  switch (key) {
    case 'ArrowUp':
      return { index: isCommand ? 0 : index - 1, column };
    case 'ArrowDown':
      return { index: isCommand ? lastRow : index + 1, column };
    case 'ArrowLeft':
      return { index, column: column - 1 };
    case 'ArrowRight':
      return { index, column: column + 1 };
    case 'PageUp':
      return { index: index - pageRows, column };
    case 'PageDown':
      return { index: index + pageRows, column };
    case 'Home':
      return { index: isCommand ? 0 : index, column: 0 };
    case 'End':
      return { index: isCommand ? lastRow : index, column: lastColumn };
    default:
      return undefined;
  }
}

function within({ index, column }: Place, size: Place): Place {
  return {
    index: Math.max(0, Math.min(index, size.index - 1)),
    column: Math.max(0, Math.min(column, size.column - 1)),
  };
}
