import pg from 'pg';

/** PostgreSQL's report of the CPU time for a message of the client. */
const CPU_REPORT = /([\d.]+) s user, ([\d.]+) s system/u;
const sum = (report: string): number => {
  const [, user, system] = CPU_REPORT.exec(report) ?? [];
  return (Number(user ?? 0) + Number(system ?? 0)) * 1_000;
};

const METER = 'SET log_statement_stats = on; SET client_min_messages = log';

/** Measures the CPU time of work in this process and in PostgreSQL together. */
export interface CpuMeter {
  /** Returns the work's result and CPU time in milliseconds. Nothing else may run in the meantime. */
  of<T>(work: () => Promise<T>): Promise<{ result: T; cpuMs: number }>;
  stop(): Promise<void>;
}

/** Has each connection that sends a statement report the CPU of its backend. Needs a superuser. */
export function meterCpu(): CpuMeter {
  let databaseMs = 0;
  const note = ({ message, detail }: { message?: string | undefined; detail?: string | undefined }) => {
    if (message?.endsWith('STATISTICS')) databaseMs += sum(detail ?? '');
  };
  const metered = new Set<pg.Client>();
  const originalQuery = pg.Client.prototype.query;
  const send = (client: pg.Client, text: string) =>
    Reflect.apply(originalQuery, client, [text]) as unknown as Promise<unknown>;
  pg.Client.prototype.query = function meter(this: pg.Client, ...args: unknown[]) {
    if (metered.has(this)) return Reflect.apply(originalQuery, this, args);
    metered.add(this);
    this.on('notice', note);
    // One after the other, since a connection warns if it gets a statement while another runs.
    return send(this, METER).then(() => Reflect.apply(originalQuery, this, args));
  } as typeof originalQuery;
  return {
    async of(work) {
      databaseMs = 0;
      const before = process.cpuUsage();
      const result = await work();
      const { user, system } = process.cpuUsage(before);
      return { result, cpuMs: (user + system) / 1_000 + databaseMs };
    },
    async stop() {
      pg.Client.prototype.query = originalQuery;
      for (const client of metered) {
        client.off('notice', note);
        await send(client, 'RESET log_statement_stats; RESET client_min_messages').catch(() => undefined);
      }
    },
  };
}
