import { Counter, Gauge, Histogram, type Registry } from '@prometheus-io/client';

/** In seconds, from a cached answer to the longest deadline of a call. */
const durations = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Creates metrics in a registry. */
export function metersIn(registry: Registry) {
  const registers = [registry];
  return {
    counter: (name: string, help: string, labelNames: string[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: (name: string, help: string, labelNames: string[] = []) =>
      new Gauge({ name, help, labelNames, registers }),
    /** A gauge that `set` sets at every scrape. */
    watch: (name: string, help: string, labelNames: string[], set: (gauge: Gauge<string>) => void) => {
      const gauge: Gauge<string> = new Gauge({
        name,
        help,
        labelNames,
        registers,
        collect: () => set(gauge),
      });
    },
    histogram: (name: string, help: string, labelNames: string[] = [], buckets = durations) =>
      new Histogram({ name, help, labelNames, buckets, registers }),
  };
}
