import type { ReadStream } from 'node:tty'
import { StartError } from '#app/settings.ts'

/** The parts of a terminal that are used. */
export type Terminal = Pick<
  ReadStream,
  'isTTY' | 'setRawMode' | 'setEncoding' | 'resume' | 'pause' | 'on' | 'off'
>

const [END_OF_TEXT, END_OF_INPUT, BACKSPACE, DELETE] = ['\u0003', '\u0004', '\b', '\u007f']

/**
 * Asks for a secret on a terminal without showing what is typed. Returns null if there is no terminal; throws
 * `StartError` if the user cancels with Ctrl+C.
 */
export async function askSecret(
  question: string,
  terminal: Terminal = process.stdin,
  print: (text: string) => void = (text) => process.stderr.write(text),
): Promise<string | null> {
  if (!terminal.isTTY) return null
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let typed: string[] = []
  const onData = (text: string) => {
    for (const character of text) {
      if (character === '\r' || character === '\n' || character === END_OF_INPUT)
        return resolve(typed.join(''))
      if (character === END_OF_TEXT) return reject(new StartError('已取消，没有改动。'))
      if (character === BACKSPACE || character === DELETE) typed = typed.slice(0, -1)
      else typed.push(character)
    }
  }
  print(question)
  terminal.setEncoding('utf8')
  terminal.setRawMode(true)
  terminal.on('data', onData)
  terminal.resume()
  try {
    return await promise
  } finally {
    terminal.off('data', onData)
    terminal.setRawMode(false)
    terminal.pause()
    print('\n')
  }
}
