import type { Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { eventually } from './eventually.js';
import { listenHere } from './servers/listening.js';

export interface Mailbox {
  /** The value for SMTP_URL. */
  url: string;
  /** Mails other than the confirmations of sign-ups. */
  mails: Email[];
  /** The links that confirm a new member's address. */
  confirmations: Email[];
  /** Waits for `count` mails to this address; returns the newest with its link. */
  newest(to: string, count?: number): Promise<{ mail: Email; link: URL }>;
  /** Temporarily refuses the next mails, like a busy server. */
  refuse(times: number): void;
  /** Accepts the next mails other than confirmations, but loses the connection before it acknowledges them. */
  lose(times: number): void;
  close(): Promise<void>;
}

/** Starts a real SMTP server that stores its mails. */
export async function openMailbox(): Promise<Mailbox> {
  const mails: Email[] = [];
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
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          const isConfirmation = mail.subject === 'Confirm your email address';
          (isConfirmation ? confirmations : mails).push(mail);
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
    mails,
    confirmations,
    refuse: (times) => {
      refusals = times;
    },
    lose: (times) => {
      losses = times;
    },
    newest: (to, count = 1) =>
      eventually(() => {
        const found = mails.filter((mail) => mail.to?.some((recipient) => recipient.address === to));
        const mail = found.at(-1);
        if (!mail || found.length < count) throw new Error(`${found.length} mails to ${to}, not ${count}`);
        return { mail, link: linkIn(mail.text ?? '') };
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
