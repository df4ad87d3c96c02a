import { ChevronDown } from 'lucide-react';
import { type ContextType, useContext } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox, ComboBoxStateContext, Input, Label } from 'react-aria-components/ComboBox';
import { Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import type { Choice } from './select.tsx';

interface ComboBoxProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  /** Values chosen before, listed first under `recentLabel`. */
  readonly recent?: readonly Value[];
  readonly recentLabel?: string;
  /** In place of the list if no choice has the typed text. */
  readonly empty: string;
  readonly onChange: (value: Value) => void;
}

/** Recent choices are in the list twice, and a list needs different keys. Keys must not be empty, which values may be. */
const keyOf = { all: (value: string) => `=${value}`, recent: (value: string) => `+${value}` };

/** One of many choices, found by typing a part of its name. */
export function ComboBox<Value extends string>({
  label,
  choices,
  value,
  recent = [],
  recentLabel,
  empty,
  onChange,
}: ComboBoxProps<Value>) {
  // Without the current choice: to choose it again under another key would change nothing, not even close the list.
  const again = choices.filter((choice) => choice.value !== value && recent.includes(choice.value));
  const option = (kind: keyof typeof keyOf) => (choice: Choice<Value>) => (
    <ListBoxItem
      key={choice.value}
      id={keyOf[kind](choice.value)}
      textValue={choice.label}
      className="option"
    >
      {choice.label}
    </ListBoxItem>
  );
  return (
    <AriaComboBox
      className="field"
      menuTrigger="focus"
      allowsEmptyCollection
      // A list that is open closes when the choice changes, as it does when the choices arrive after the field was focused.
      isDisabled={choices.length === 0}
      value={keyOf.all(value)}
      onChange={(key) => {
        // Without a key, the text was cleared: the last choice stays.
        if (key !== null) onChange(String(key).slice(1) as Value);
      }}
    >
      <Label className="label">{label}</Label>
      <span className="combo">
        <SearchInput />
        <Button className="combo-button">
          <ChevronDown aria-hidden="true" />
        </Button>
      </span>
      <Popover className="popover">
        <ListBox className="options" renderEmptyState={() => <div className="option quiet">{empty}</div>}>
          {again.length > 0 && (
            <ListBoxSection>
              <Header className="options-title">{recentLabel}</Header>
              {again.map(option('recent'))}
            </ListBoxSection>
          )}
          {choices.map(option('all'))}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}

/** The list opens with the focus. After a choice the focus stays, so that a click has to open it again. */
function SearchInput() {
  const list = useContext(ComboBoxStateContext);
  return (
    <Input
      className="input"
      onFocus={({ target, nativeEvent }) => {
        // react-aria sends such events itself while a person types, and what is typed would replace what is selected.
        if (nativeEvent.isTrusted) target.select();
      }}
      onKeyDownCapture={({ key }) => {
        // Whoever types a name and presses Enter means the first name that matches, also without an arrow key before.
        if (key !== 'Enter' || !list?.isOpen || list.selectionManager.focusedKey !== null) return;
        if (list.inputValue === list.selectedItem?.textValue || list.inputValue === '') return;
        list.selectionManager.setFocusedKey(firstOption(list));
      }}
      onClick={({ currentTarget }) => {
        if (list === null || list.isOpen) return;
        currentTarget.select();
        list.open(null, 'manual');
      }}
    />
  );
}

/** Sections and their titles are in the list, too. */
function firstOption({ collection }: NonNullable<ContextType<typeof ComboBoxStateContext>>) {
  for (const key of collection.getKeys()) if (collection.getItem(key)?.type === 'item') return key;
  return null;
}
