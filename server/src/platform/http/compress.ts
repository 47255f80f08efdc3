import { randomInt } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { variesBy } from './pages.js';

/** An answer of fewer characters fits into the packet that carries its headers. */
export const COMPRESSED_FROM = 1_024;
/** Bytes added at random, below this number. */
const PADDED_BY = 256;
/** The cheapest level: the best one makes a long list a tenth smaller, for twice the CPU. */
const LEVEL = 1;

/** The fixed part of a gzip header, and its flag for a file name. */
const HEADER_BYTES = 10;
const FLAGS_AT = 3;
const NAMED = 0x08;

/**
 * Compresses a text and hides its exact length by a file name of random length, which readers skip: a listener on the network who
 * can put text into the answer could otherwise test guesses about the rest of it. See docs/decisions/0022-compressed-answers.md.
 */
export function gzipPadded(text: string): Buffer {
  const bytes = gzipSync(text, { level: LEVEL });
  const header = bytes.subarray(0, HEADER_BYTES);
  header.writeUInt8(header.readUInt8(FLAGS_AT) | NAMED, FLAGS_AT);
  return Buffer.concat([header, Buffer.alloc(randomInt(PADDED_BY), 'a'), Buffer.of(0), bytes.subarray(HEADER_BYTES)]);
}

/** Hook for reading calls: compresses an answer to a client that accepts it. At once, since the pool's threads take three times the CPU. */
export const compressAnswer: onSendHookHandler = (request, reply, payload, done) => {
  const isLong = typeof payload === 'string' && payload.length >= COMPRESSED_FROM;
  done(null, isLong && acceptsGzip(request, reply) ? gzipPadded(payload) : payload);
};

/** Whether the client takes this answer compressed: the headers say so then. */
export function acceptsGzip(request: FastifyRequest, reply: FastifyReply): boolean {
  variesBy(reply, 'Accept-Encoding');
  const accepts = request.encoding(['gzip', 'identity']) === 'gzip';
  if (accepts) reply.header('Content-Encoding', 'gzip');
  return accepts;
}
