import type { ThemeConfig } from 'antd'
import { screenTokens } from './breakpoints.ts'

/**
 * Set by the build (`app/antdStyles.ts`): true if antd's styles are static and only their variables are set at run
 * time.
 */
declare const __STATIC_STYLES__: boolean

/** The tokens of `design/mockups`: one value per meaning; `base.css` contains the same ones for our own styles. */
const color = {
  primary: '#1890ff',
  link: '#096dd9',
  linkStrong: '#0050b3',
  primaryBg: '#e6f4ff',
  text: '#1f2329',
  text2: '#646a73',
  placeholder: '#6f757e',
  iconQuiet: '#8a919c',
  page: '#f5f6f8',
  head: '#fafbfc',
  hover: '#f7f9fc',
  selected: '#f0f8ff',
  line: '#e5e7eb',
  lineSoft: '#eef0f3',
  lineInput: '#d0d4da',
  greyBg: '#f0f1f4',
}

const fontFamily =
  '-apple-system, BlinkMacSystemFont, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif'

// The primary blue has a contrast of 3.24:1 on white: it is used without text; text and filled buttons use the link
// blue. The seed colours of the states are their dark text colours, so that every text of antd in a state is legible;
// their backgrounds are set separately.
const token: ThemeConfig['token'] = {
  fontFamily,
  colorPrimary: color.primary,
  colorPrimaryHover: color.link,
  colorPrimaryActive: color.linkStrong,
  colorPrimaryBg: color.primaryBg,
  colorPrimaryText: color.link,
  colorLink: color.link,
  colorLinkHover: color.linkStrong,
  colorLinkActive: color.linkStrong,
  colorText: color.text,
  colorTextHeading: color.text,
  colorTextSecondary: color.text2,
  colorTextTertiary: color.text2,
  colorTextQuaternary: color.iconQuiet,
  colorTextDescription: color.text2,
  colorTextPlaceholder: color.placeholder,
  colorTextDisabled: color.placeholder,
  colorIcon: color.text2,
  colorBgLayout: color.page,
  colorBgContainerDisabled: color.greyBg,
  colorBorder: color.lineInput,
  colorBorderSecondary: color.line,
  colorSplit: color.lineSoft,
  colorSuccess: '#237804',
  colorSuccessBg: '#f0f9eb',
  colorSuccessBorder: '#c6e6b8',
  colorWarning: '#ad4e00',
  colorWarningBg: '#fff5e8',
  colorWarningBorder: '#f5d5ad',
  colorError: '#a8071a',
  colorErrorBg: '#fff1f0',
  colorErrorBorder: '#f5c4c0',
  colorInfo: '#0050b3',
  colorInfoBg: color.primaryBg,
  colorInfoBorder: '#b8dbfa',
  borderRadius: 6,
  borderRadiusLG: 8,
  borderRadiusSM: 4,
  boxShadowSecondary: '0 6px 16px rgba(31,35,41,.08), 0 2px 6px rgba(31,35,41,.06)',
}

/** For components with white text on the primary colour: a contrast of 5.00:1 instead of 3.24:1. */
const filled = {
  colorPrimary: color.link,
  colorPrimaryHover: color.linkStrong,
  colorPrimaryActive: '#003a8c',
}

const components: ThemeConfig['components'] = {
  Layout: {
    headerBg: '#fff',
    headerHeight: 48,
    headerPadding: '0 16px',
    siderBg: '#fff',
    bodyBg: color.page,
  },
  Menu: {
    itemHeight: 36,
    itemMarginBlock: 2,
    itemMarginInline: 8,
    itemPaddingInline: 12,
    itemBorderRadius: 6,
    subMenuItemBorderRadius: 6,
    subMenuItemBg: 'transparent',
    itemColor: color.text,
    itemHoverBg: color.page,
    itemActiveBg: color.primaryBg,
    itemSelectedBg: color.primaryBg,
    itemSelectedColor: color.linkStrong,
    subMenuItemSelectedColor: color.linkStrong,
    activeBarBorderWidth: 0,
    iconSize: 16,
    iconMarginInlineEnd: 10,
  },
  Breadcrumb: { fontSize: 12, lineHeight: 20 / 12, itemColor: color.text2, linkColor: color.text2 },
  Button: { ...filled, primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
  DatePicker: filled,
  Table: {
    headerBg: color.head,
    headerColor: color.text2,
    headerSplitColor: 'transparent',
    borderColor: color.lineSoft,
    rowHoverBg: color.hover,
    rowSelectedBg: color.selected,
    rowSelectedHoverBg: color.selected,
    cellPaddingBlockMD: 10.5,
    cellPaddingBlockSM: 6.5,
  },
  Tabs: { itemColor: color.text2, itemSelectedColor: color.text, itemHoverColor: color.link },
  Pagination: { itemActiveColor: color.link, itemActiveColorHover: color.linkStrong },
  Descriptions: { labelColor: color.text2 },
  Form: { labelColor: color.text, verticalLabelPadding: '0 0 4px' },
}

/** The theme of every screen. Motion is off if the user's system requests that. */
export const theme: ThemeConfig = {
  zeroRuntime: __STATIC_STYLES__,
  token: { ...token, ...screenTokens, motion: !matchMedia('(prefers-reduced-motion: reduce)').matches },
  components,
}
