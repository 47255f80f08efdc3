import { cleanEmail } from '@sangam/shared/rules/text';
import type { Handler, Route } from '../../http/contract-route.js';
import type { RateLimits } from '../../lib/rate-limits.js';
import { ok } from '../../lib/result.js';
import type { UsersService } from '../users/users.js';
import { signedInAnswer } from './present.js';
import type { AuthService } from './service.js';

export function registerAuthRoutes(
  route: Route,
  { auth, users, limits }: { auth: AuthService; users: UsersService; limits: RateLimits },
): void {
  route('POST /api/auth/login', async ({ body, request }) => {
    const refused =
      (await limits.take('loginByAddress', request.ip)) ??
      (await limits.take('loginByAccount', `${cleanEmail(body.email)}|${request.ip}`));
    return refused ?? signedInAnswer('Login successful!', await auth.login(body));
  });

  const signup: Handler<'POST /api/auth/signup' | 'POST /api/auth/register'> = async ({ body, request }) =>
    (await limits.take('signupByAddress', request.ip)) ??
    signedInAnswer('Registration successful!', await auth.signup(body));
  route('POST /api/auth/signup', signup);
  route('POST /api/auth/register', signup);

  route('GET /api/auth/me', async ({ member }) => {
    const user = await users.get(member.id);
    return user.ok ? ok({ user: user.value, data: { user: user.value } }) : user;
  });

  route('POST /api/auth/logout', async ({ member }) => {
    const done = await auth.logout(member);
    return done.ok ? ok({ message: 'Logged out successfully' }) : done;
  });
}
