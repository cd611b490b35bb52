const DIGITS = '零壹贰叁肆伍陆柒捌玖'
const PLACES = ['', '拾', '佰', '仟']
const GROUPS = ['', '万', '亿', '万亿']

/** Up to four digits in words, without leading zeros: 1409 → 壹仟肆佰零玖. */
function groupText(digits: string): string {
  const text = [...digits]
    .map((digit, at) => (digit === '0' ? '零' : `${DIGITS[Number(digit)]}${PLACES[digits.length - 1 - at]}`))
    .join('')
  return text.replace(/零+/g, '零').replace(/零$/, '')
}

/** The 元 part of an amount in words; empty for 0. */
function yuanText(yuan: number): string {
  const padded = String(yuan).padStart(Math.ceil(String(yuan).length / 4) * 4, '0')
  const groups = padded.match(/\d{4}/g) ?? []
  const text = groups
    .map((group, at) => {
      const words = groupText(group)
      return words ? words + GROUPS[groups.length - 1 - at] : '零'
    })
    .join('')
  return text.replace(/零+/g, '零').replace(/^零|零$/g, '')
}

/**
 * An amount in 分 as written on Chinese financial documents: 1409.50 → 人民币壹仟肆佰零玖元伍角整. It is not translated, like the
 * document.
 */
export function capitalAmount(cents: number): string {
  const size = Math.abs(cents)
  const [yuan, jiao, fen] = [Math.floor(size / 100), Math.floor((size % 100) / 10), size % 10]
  const sign = cents < 0 ? '负' : ''
  const yuanWords = yuanText(yuan)
  const front = `人民币${sign}${yuanWords && `${yuanWords}元`}`
  if (jiao === 0 && fen === 0) return yuanWords ? `${front}整` : `人民币零元整`
  const tens = jiao === 0 ? (yuanWords ? '零' : '') : `${DIGITS[jiao]}角`
  return `${front}${tens}${fen === 0 ? '整' : `${DIGITS[fen]}分`}`
}
