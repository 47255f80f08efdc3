import type { NodeWebSocket } from 'socket.io-client';

/** Of the time that an attempt has, half is left for long-polling. */
const GREETED_WITHIN_MS = 5_000;

type Base = InstanceType<typeof NodeWebSocket>;

/**
 * Engine.IO's WebSocket, for which a connection without the server's greeting is a failure: the next transport is tried at once.
 * To Engine.IO it is one that was closed in the middle of opening, and the attempt runs into its time limit.
 */
export const greetedWebSocket = (WebSocket: typeof NodeWebSocket, onSilence: () => void): typeof NodeWebSocket =>
  class extends WebSocket {
    #waits: ReturnType<typeof setTimeout> | undefined;

    override doOpen(): this {
      this.#waits = setTimeout(() => {
        onSilence();
        this.#fail('the server has not greeted');
      }, GREETED_WITHIN_MS);
      super.doOpen();
      return this;
    }

    override doClose(): void {
      this.#settle();
      super.doClose();
    }

    protected override onPacket(packet: Parameters<Base['onPacket']>[0]): void {
      this.#settle();
      super.onPacket(packet);
    }

    protected override onError(reason: string, description: unknown, context?: unknown): this {
      this.#settle();
      return super.onError(reason, description, context);
    }

    protected override onClose(details?: Parameters<Base['onClose']>[0]): void {
      if (this.#waits === undefined) super.onClose(details);
      else this.#fail('closed before the server has greeted');
    }

    #settle(): void {
      clearTimeout(this.#waits);
      this.#waits = undefined;
    }

    #fail(reason: string): void {
      // Engine.IO forgets a transport that has failed, and does not close it.
      this.doClose();
      this.onError(reason, undefined);
    }
  };
