import { join, resolve } from 'node:path';
import { charCount, cleanLine } from '@sangam/shared/core/text';
import { canonicalEmail, cleanEmail, isEmail } from '@sangam/shared/people/account-forms';
import { peopleLimits } from '@sangam/shared/people/limits';

export interface OauthKeys {
  clientId: string;
  clientSecret: string;
}

/** The person or organization that runs this installation, as the settings name them; null where they do not. */
export interface Operator {
  name: string | null;
  /** The postal address, on one line. */
  address: string | null;
  email: string | null;
}

export interface Config {
  production: boolean;
  port: number;
  host: string;
  dataDir: string;
  /** Folder for message attachments, shared by all servers. */
  filesDir: string;
  databaseUrl: string | null;
  databasePool: number;
  /** Whether statements are prepared by name on each connection. */
  databasePrepare: boolean;
  redisUrl: string | null;
  /** null: created once in jwtSecretFile. */
  jwtSecret: string | null;
  jwtSecretFile: string;
  publicUrl: string;
  /** False: publicUrl is a guess, and pages from the host that served them are allowed, too. */
  publicUrlSet: boolean;
  /** Further origins whose pages may call the API and open sockets. */
  corsOrigins: readonly string[];
  /** null: each email is written to dataDir/mail. */
  smtpUrl: string | null;
  mailFrom: string;
  /** The operator, for emails and pages. */
  operator: Operator;
  /** Folder with the operator's own texts for the pages privacy, terms, support and about. */
  pagesDir: string;
  /** Whether members must confirm their address before they first contact others. */
  requireVerifiedEmail: boolean;
  /** Whether first messages from strangers become message requests. */
  messageRequests: boolean;
  /** Addresses of the moderators. */
  moderators: readonly string[];
  /** Colleges by the domain of their addresses, in lower case. */
  collegeDomains: ReadonlyMap<string, string>;
  google: OauthKeys | null;
  googleIssuer: string;
  github: OauthKeys | null;
  githubUrl: string;
  githubApiUrl: string;
  /** Multiplies every rate limit; null: none (load tests). */
  rateLimitFactor: number | null;
  logLevel: string;
  /** The bearer token for /metrics; null: there is no /metrics. */
  metricsToken: string | null;
  /** Whether pages may install the service worker; false removes it and the files it stored. */
  serviceWorker: boolean;
  /** The key pair that identifies this installation to push services; null: generated at the first start and stored. */
  vapidKeys: { publicKey: string; privateKey: string } | null;
  /** How many reverse proxies are in front of the server; each appends to X-Forwarded-For. */
  proxies: number;
}

const OPERATOR_MAX_CHARS = 200;

/** Minimum for the secret that signs session tokens. */
export const JWT_SECRET_MIN_BYTES = 32;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

type Env = Readonly<Record<string, string | undefined>>;

/** Reads settings of common forms, and collects the faults of all. */
function createReader(env: Env) {
  const faults: string[] = [];
  const text = (name: string) => env[name]?.trim() || null;
  const oneOf = <T extends string>(name: string, fallback: T, allowed: readonly T[]): T => {
    const value = text(name) ?? fallback;
    const found = allowed.find((one) => one === value);
    if (found === undefined) faults.push(`${name} must be one of ${allowed.join(', ')}; it is "${value}".`);
    return found ?? fallback;
  };
  return {
    faults,
    text,
    oneOf,
    isOn: (name: string, fallback: 'on' | 'off') => oneOf<'on' | 'off'>(name, fallback, ['on', 'off']) === 'on',
    /** The entries of a list with commas. */
    list: (name: string) =>
      (text(name) ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    integer(name: string, fallback: number, min: number, max: number) {
      const value = text(name);
      if (value === null) return fallback;
      const number = /^\d{1,9}$/u.test(value) ? Number(value) : Number.NaN;
      if (!(number >= min && number <= max))
        faults.push(`${name} must be a number from ${min} to ${max}; it is "${value}".`);
      return number;
    },
    url(name: string, protocols: readonly string[]) {
      const value = text(name);
      if (value === null) return null;
      if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
        faults.push(`${name} must be an address starting with ${protocols.map((p) => `${p}//`).join(' or ')}.`);
      return value;
    },
    /** Written as browsers write it in the Origin header. */
    origin(name: string, value: string) {
      if (URL.canParse(value) && /^https?:\/\/[^/?#@]+\/*$/iu.test(value)) return new URL(value).origin;
      faults.push(`${name} must be an origin such as https://example.org, without a path; it is "${value}".`);
      return value;
    },
  };
}

type Reader = ReturnType<typeof createReader>;

function oauthKeys({ text, faults }: Reader, provider: 'GOOGLE' | 'GITHUB'): OauthKeys | null {
  const clientId = text(`${provider}_CLIENT_ID`);
  const clientSecret = text(`${provider}_CLIENT_SECRET`);
  if ((clientId === null) !== (clientSecret === null))
    faults.push(`${provider}_CLIENT_ID and ${provider}_CLIENT_SECRET go together; one of them is missing.`);
  return clientId !== null && clientSecret !== null ? { clientId, clientSecret } : null;
}

function rateLimitFactor({ text, faults }: Reader) {
  const value = text('RATE_LIMIT') ?? 'on';
  if (value === 'on') return 1;
  if (value === 'off') return null;
  if (!/^[1-9]\d{0,6}$/u.test(value)) faults.push(`RATE_LIMIT must be on, off or a whole factor; it is "${value}".`);
  return Number(value);
}

function operatorText({ text, faults }: Reader, name: 'OPERATOR_NAME' | 'OPERATOR_ADDRESS') {
  const value = cleanLine(text(name) ?? '');
  if (charCount(value) > OPERATOR_MAX_CHARS)
    faults.push(`${name} must be at most ${OPERATOR_MAX_CHARS} characters long.`);
  return value || null;
}

function operatorEmail({ text, faults }: Reader) {
  const value = text('OPERATOR_EMAIL');
  if (value !== null && !isEmail(canonicalEmail(value)))
    faults.push(`OPERATOR_EMAIL must be an email address; it is "${value}".`);
  return value;
}

function collegeDomains({ list, faults }: Reader) {
  const entries = list('COLLEGE_DOMAINS').map((part): [string, string] => {
    const [domain = '', name = ''] = part.split(/=(.*)/su).map(cleanLine);
    if (!/^[a-z\d-]+(?:\.[a-z\d-]+)+$/iu.test(domain) || name === '' || charCount(name) > peopleLimits.collegeMaxChars)
      faults.push(`COLLEGE_DOMAINS must be a list such as college.example=College of Example; one entry is "${part}".`);
    return [domain.toLowerCase(), name];
  });
  return new Map(entries);
}

function vapidKeys({ text, faults }: Reader) {
  const publicKey = text('VAPID_PUBLIC_KEY');
  const privateKey = text('VAPID_PRIVATE_KEY');
  if (publicKey === null && privateKey === null) return null;
  if (/^[\w-]{87}$/u.test(publicKey ?? '') && /^[\w-]{43}$/u.test(privateKey ?? ''))
    return { publicKey: publicKey ?? '', privateKey: privateKey ?? '' };
  faults.push('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY go together, as `npx web-push generate-vapid-keys` makes them.');
  return null;
}

function proxies({ text, faults }: Reader) {
  const value = text('TRUST_PROXY') ?? 'off';
  if (value === 'on') return 1;
  if (value === 'off') return 0;
  if (!/^[1-9]$/u.test(value)) faults.push(`TRUST_PROXY must be on, off or a number from 1 to 9; it is "${value}".`);
  return Number(value);
}

/** Reads all settings in `.env.example`. Throws one error that lists every fault. */
export function readConfig(env: Env): Readonly<Config> {
  const reader = createReader(env);
  const { faults, text, oneOf, isOn, list, integer, url, origin } = reader;
  const production = oneOf<string>('NODE_ENV', 'development', ['development', 'production', 'test']) === 'production';
  const port = integer('PORT', 3000, 0, 65_535);
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const jwtSecret = text('JWT_SECRET');
  if (jwtSecret !== null && Buffer.byteLength(jwtSecret) < JWT_SECRET_MIN_BYTES)
    faults.push('JWT_SECRET must be at least 32 bytes long, for example the output of `openssl rand -base64 48`.');
  const jwtSecretFile = text('JWT_SECRET_FILE');
  if (jwtSecret === null && jwtSecretFile === null && databaseUrl !== null && production)
    faults.push('JWT_SECRET, or JWT_SECRET_FILE, is required when DATABASE_URL is set in production.');
  const dataDir = resolve(text('DATA_DIR') ?? './data');
  const metricsToken = text('METRICS_TOKEN');
  if (metricsToken !== null && !/^[\w.~+/=-]{16,}$/u.test(metricsToken))
    faults.push('METRICS_TOKEN must be at least 16 letters, digits or -._~+/= long.');
  const publicUrl = text('PUBLIC_URL');
  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:']);

  const config: Config = {
    production,
    port,
    host: text('HOST') ?? '0.0.0.0',
    dataDir,
    filesDir: resolve(text('FILES_DIR') ?? join(dataDir, 'files')),
    databaseUrl,
    databasePool: integer('DATABASE_POOL', 10, 2, 200),
    databasePrepare: isOn('DATABASE_PREPARE', 'on'),
    redisUrl: url('REDIS_URL', ['redis:', 'rediss:']),
    jwtSecret,
    jwtSecretFile: resolve(jwtSecretFile ?? join(dataDir, 'jwt-secret')),
    publicUrl: publicUrl === null ? `http://localhost:${port}` : origin('PUBLIC_URL', publicUrl),
    publicUrlSet: publicUrl !== null,
    corsOrigins: list('CORS_ORIGINS').map((part) => origin('CORS_ORIGINS', part)),
    smtpUrl,
    mailFrom: text('MAIL_FROM') ?? 'Sangam <no-reply@localhost>',
    operator: {
      name: operatorText(reader, 'OPERATOR_NAME'),
      address: operatorText(reader, 'OPERATOR_ADDRESS'),
      email: operatorEmail(reader),
    },
    pagesDir: resolve(text('PAGES_DIR') ?? join(dataDir, 'pages')),
    requireVerifiedEmail: isOn('REQUIRE_VERIFIED_EMAIL', production && smtpUrl !== null ? 'on' : 'off'),
    messageRequests: isOn('MESSAGE_REQUESTS', 'on'),
    moderators: list('MODERATORS')
      .map(cleanEmail)
      .filter((address) => address !== ''),
    collegeDomains: collegeDomains(reader),
    google: oauthKeys(reader, 'GOOGLE'),
    googleIssuer: url('GOOGLE_ISSUER', ['http:', 'https:']) ?? 'https://accounts.google.com',
    github: oauthKeys(reader, 'GITHUB'),
    githubUrl: url('GITHUB_URL', ['http:', 'https:']) ?? 'https://github.com',
    githubApiUrl: url('GITHUB_API_URL', ['http:', 'https:']) ?? 'https://api.github.com',
    rateLimitFactor: rateLimitFactor(reader),
    logLevel: oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
    metricsToken,
    serviceWorker: isOn('SERVICE_WORKER', 'on'),
    vapidKeys: vapidKeys(reader),
    proxies: proxies(reader),
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(config);
}

/** Every fault in the settings, one per line. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`Some settings are invalid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}
