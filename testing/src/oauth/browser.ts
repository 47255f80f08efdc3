/** The parts of a browser that a sign-in needs: cookies by host, redirects one by one, and the provider's forms. */
export interface Browser {
  cookies: Map<string, string>;
  /** Sends one request; the application's public address leads to the server under test. */
  request(url: string, init?: RequestInit): Promise<Response>;
  /** Follows redirects to the application's page, signing in as `person` at the provider. */
  signIn(start: string, person: string, answer?: 'agree' | 'abort'): Promise<URL>;
  /** Like `signIn`, but stops before the provider's answer reaches the application and returns its address. */
  untilCallback(start: string, person?: string): Promise<URL>;
}

const HOPS_MAX = 20;

export function openBrowser(publicUrl: string, serverUrl: string): Browser {
  const cookies = new Map<string, string>();

  const request: Browser['request'] = async (url, init = {}) => {
    const { origin } = new URL(url);
    const ofOrigin = [...cookies].filter(([key]) => key.startsWith(`${origin} `));
    const response = await fetch(url.replace(publicUrl, serverUrl), {
      redirect: 'manual',
      ...init,
      headers: {
        ...(ofOrigin.length > 0
          ? { cookie: ofOrigin.map(([key, value]) => `${key.split(' ')[1]}=${value}`).join('; ') }
          : {}),
        accept: 'text/html,*/*',
        ...(init.headers as Record<string, string> | undefined),
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const name = pair.slice(0, pair.indexOf('='));
      const isExpired = attributes.some((attribute) => /^(max-age=0|expires=thu, 01 jan 1970)/iu.test(attribute));
      if (isExpired) cookies.delete(`${origin} ${name}`);
      else cookies.set(`${origin} ${name}`, pair.slice(name.length + 1));
    }
    return response;
  };

  const followRedirects = async (start: string, person: string, answer: string, hasArrived: (url: URL) => boolean) => {
    let url = new URL(start, publicUrl);
    let form: RequestInit = {};
    for (let hop = 0; hop < HOPS_MAX; hop += 1) {
      if (hasArrived(url)) return url;
      const response = await request(url.href, form);
      form = {};
      const location = response.headers.get('location');
      if (location !== null) {
        await response.body?.cancel();
        url = new URL(location, url);
        continue;
      }
      const page = await response.text();
      const action = /<form[^>]* action="([^"]+)"/u.exec(page)?.[1];
      const prompt = /name="prompt" value="(\w+)"/u.exec(page)?.[1];
      if (action === undefined || prompt === undefined)
        throw new Error(`no form at ${url}: ${response.status} ${page}`);
      if (answer === 'abort') {
        url = new URL(`${url.href}/abort`);
        continue;
      }
      form = { method: 'POST', body: new URLSearchParams({ prompt, login: person, password: 'any' }) };
      url = new URL(action, url);
    }
    throw new Error('too many redirects');
  };

  return {
    cookies,
    request,
    signIn: (start, person, answer = 'agree') =>
      followRedirects(start, person, answer, (url) => url.origin === publicUrl && url.pathname === '/oauth-success'),
    untilCallback: (start, person = '') =>
      followRedirects(start, person, 'agree', (url) => url.origin === publicUrl && /\/callback$/u.test(url.pathname)),
  };
}
