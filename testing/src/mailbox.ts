import type { Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { eventually } from './eventually.js';
import { listenHere } from './servers/listening.js';

export interface Mailbox {
  /** The value for SMTP_URL. */
  url: string;
  /** Emails other than the confirmations of sign-ups. */
  emails: Email[];
  /** The links that confirm a new member's address. */
  confirmations: Email[];
  /** Waits for `count` emails to this address; returns the newest with its link. */
  newest(to: string, count?: number): Promise<{ email: Email; link: URL }>;
  /** Temporarily refuses the next emails, like a busy server. */
  refuse(times: number): void;
  /** Accepts the next emails other than confirmations, but loses the connection before it acknowledges them. */
  lose(times: number): void;
  close(): Promise<void>;
}

/** Starts a real SMTP server that stores its emails. */
export async function openMailbox(): Promise<Mailbox> {
  const emails: Email[] = [];
  const confirmations: Email[] = [];
  let refusals = 0;
  let losses = 0;
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refusals > 0) {
          refusals -= 1;
          return done(Object.assign(new Error('try again later'), { responseCode: 451 }));
        }
        PostalMime.parse(Buffer.concat(chunks)).then((email) => {
          const isConfirmation = email.subject === 'Confirm your email address';
          (isConfirmation ? confirmations : emails).push(email);
          if (losses === 0 || isConfirmation) return done();
          losses -= 1;
          for (const socket of sockets) socket.destroy();
        }, done);
      });
    },
  });
  // The sender handles broken connections; without a listener, the event would end the process.
  server.on('error', () => undefined);
  server.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await listenHere(server.server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    confirmations,
    refuse: (times) => {
      refusals = times;
    },
    lose: (times) => {
      losses = times;
    },
    newest: (to, count = 1) =>
      eventually(() => {
        const found = emails.filter((email) => email.to?.some((recipient) => recipient.address === to));
        const email = found.at(-1);
        if (!email || found.length < count) throw new Error(`${found.length} emails to ${to}, not ${count}`);
        return { email, link: linkIn(email.text ?? '') };
      }),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Returns the link in a text. */
export function linkIn(text: string): URL {
  const [link] = /https?:\/\/\S+/u.exec(text) ?? [];
  if (link === undefined) throw new Error('no link');
  return new URL(link);
}
