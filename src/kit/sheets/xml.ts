import { SaxesParser } from 'saxes'

/** Callbacks while an XML part is streamed; names have no namespace prefix. */
export interface XmlListener {
  open?(name: string, attributes: Record<string, string>): void
  close?(name: string): void
  text?(text: string): void
  /** Called between pieces; true ends the reading early. */
  done?(): boolean
}

/**
 * Parses a streamed XML part and calls the listener; an empty stream causes no calls. Throws if the XML is not
 * well-formed.
 */
export async function parseXml(pieces: AsyncIterable<string>, listener: XmlListener): Promise<void> {
  const parser = new SaxesParser({ position: false, xmlns: false })
  parser.on('opentag', ({ name, attributes }) => listener.open?.(localName(name), attributes))
  parser.on('closetag', ({ name }) => listener.close?.(localName(name)))
  parser.on('text', (text) => listener.text?.(text))
  parser.on('cdata', (text) => listener.text?.(text))
  let begun = false
  for await (const piece of pieces) {
    begun = true
    parser.write(piece)
    if (listener.done?.()) return
  }
  if (begun) parser.close()
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
