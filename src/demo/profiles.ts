interface Profile {
  shortName: string | null
  payeeBank: string | null
  payeeName: string | null
  payeeAccount: string | null
}

/** The header shows the installation's title, and bills name no account. */
const EMPTY: Profile = { shortName: null, payeeBank: null, payeeName: null, payeeAccount: null }

/** What the companies of the demo show of themselves. The accounts are fictitious: 0000 …. */
const PROFILES: Record<string, Profile> = {
  '001': {
    ...EMPTY,
    payeeBank: '招商银行杭州高新支行',
    payeeName: '后台客服科技',
    payeeAccount: '000012345678901',
  },
  '002': {
    shortName: '启明客服',
    payeeBank: '中国工商银行宁波江东支行',
    payeeName: '启明客服',
    payeeAccount: '0000234567890123456',
  },
}

/** The profile columns of a company. */
export const profileOf = (code: string): Profile => PROFILES[code] ?? EMPTY
