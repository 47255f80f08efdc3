import { Type } from 'typebox';
import { chatRefreshAnswer, chatRefreshQuery } from '../chat/refresh.js';
import { join } from '../core/contract.js';
import { Data, Strict } from '../core/schemas.js';
import { noticesRefreshAnswer, noticesRefreshQuery } from '../notices/refresh.js';
import { requestsRefreshAnswer, requestsRefreshQuery } from '../requests/refresh.js';

/** The client's versions, and the lengths of the first pages in the answer. */
export const RefreshQuery = Strict(join(chatRefreshQuery, requestsRefreshQuery, noticesRefreshQuery));

export const RefreshAnswer = Data(Type.Object(join(chatRefreshAnswer, requestsRefreshAnswer, noticesRefreshAnswer)));
