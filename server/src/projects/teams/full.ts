import { type Fail, fail } from '../../platform/lib/result.js';

/** PROJECT_FULL, which names the role that has no free seat. Its other seats may be free. */
export const fullFor = (roleName: string | undefined): Fail =>
  roleName === undefined
    ? fail('PROJECT_FULL')
    : fail('PROJECT_FULL', { message: `No seat is free for the role “${roleName}”.` });
