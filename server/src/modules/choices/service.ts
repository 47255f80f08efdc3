import type { NotificationChoices, NotificationChoicesBody } from '@sangam/shared/contract/choices';
import type { FieldError } from '@sangam/shared/rules/accounts';
import { isTimeZone } from '@sangam/shared/rules/local-time';
import type { NewsGroup } from '@sangam/shared/rules/notification-choices';
import type { Db } from '../../db/database.js';
import { transact } from '../../db/transaction.js';
import type { DomainEvents } from '../../events.js';
import type { Bus } from '../../lib/bus.js';
import { invalid, ok, type Result } from '../../lib/result.js';
import { type Choices, changeChoices, defaultChoices, findChoices } from './queries.js';

export interface ChoicesService {
  get(userId: number): Promise<NotificationChoices>;
  /** Changes what the body names, and answers how it stands then. INVALID for a time zone that nobody knows, and for quiet hours without an end. */
  change(userId: number, body: NotificationChoicesBody): Promise<Result<NotificationChoices>>;
  /** Ends the mails about these groups. */
  stopMails(userId: number, groups: readonly NewsGroup[]): Promise<void>;
}

export function createChoicesService(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  /** Whether the installation mails news. */
  mails: boolean;
}): ChoicesService {
  const { db, bus, mails } = deps;
  const present = (choices: Choices): NotificationChoices => ({
    ...choices,
    mail_off: [...choices.mail_off],
    push_off: [...choices.push_off],
    mails,
  });
  const change = (userId: number, body: (before: Choices) => Partial<Choices>) =>
    transact(db, bus, async (trx, publish) => {
      const choices = present(await changeChoices(trx, userId, body));
      publish('choices:changed', { user_id: userId, choices });
      return ok(choices);
    });
  return {
    get: async (userId) => present((await findChoices(db, [userId])).get(userId) ?? defaultChoices),
    async change(userId, body) {
      const { time_zone, quiet } = body;
      const faults: FieldError[] = [];
      if (time_zone !== undefined && !isTimeZone(time_zone))
        faults.push({ field: 'time_zone', message: 'This time zone is not known.' });
      if (quiet && quiet.from === quiet.until) faults.push({ field: 'quiet', message: 'Quiet hours need an end.' });
      return faults.length > 0 ? invalid(faults) : change(userId, () => body);
    },
    async stopMails(userId, groups) {
      await change(userId, ({ mail_off }) => ({ mail_off: [...new Set([...mail_off, ...groups])] }));
    },
  };
}
