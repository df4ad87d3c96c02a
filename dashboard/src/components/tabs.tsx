import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs';

interface TabsProps {
  readonly names: readonly string[];
  readonly chosen: number;
  readonly labelledBy: string;
  readonly onChoose: (place: number) => void;
  /** Beside the tabs. */
  readonly actions?: ReactNode;
  /** The panel of the chosen tab. */
  readonly children: ReactNode;
}

export function Tabs({ names, chosen, labelledBy, onChoose, actions, children }: TabsProps) {
  return (
    <AriaTabs
      className="stack"
      selectedKey={String(chosen)}
      onSelectionChange={(key) => onChoose(Number(key))}
    >
      <div className="tab-bar">
        <TabList aria-labelledby={labelledBy} className="tabs">
          {names.map((name, i) => (
            <Tab key={name} id={String(i)} className="tab">
              {name}
            </Tab>
          ))}
        </TabList>
        {actions}
      </div>
      {/* A panel keeps the id of its first render, by which its tab refers to it: so each tab has a panel of its own. */}
      <TabPanel key={chosen} id={String(chosen)} className="stack">
        {children}
      </TabPanel>
    </AriaTabs>
  );
}
