/**
 * Our own files that begin a chunk of the browser's build, relative to `src/`. A chunk also contains what they import,
 * as far as no chunk of a higher priority has it. A test checks that the files exist: a file that was renamed would
 * otherwise move to another chunk unnoticed.
 */
export const chunkFiles = {
  /** Declares the schemas' defaults, so it must run before any other chunk declares a schema. */
  zod: ['app/browser/schemas.tsx'],
  /** Loaded with the page. */
  entry: [
    'app/browser/browser.tsx',
    'app/browser/router.tsx',
    'app/browser/session.tsx',
    'app/browser/chunks.tsx',
    'app/browser/language.tsx',
    'app/browser/PlainNotices.css',
    'kit/ui/base.css',
    'kit/clientContext.tsx',
    // Few bytes that the sign-in page and the console both use.
    'kit/ui/side.tsx',
    'kit/ui/breakpoints.ts',
    'kit/ui/usePhone.tsx',
    'kit/ui/tabStep.tsx',
  ],
  /** The sign-in page, which does not need the console. */
  door: ['people/sign-in/SignInScreen.tsx'],
  /** The console's frame, and what nearly every screen uses and is too small for a file of its own. */
  console: [
    'app/browser/consoleParts.tsx',
    'kit/ui/AttentionBar.tsx',
    'kit/ui/Count.tsx',
    'kit/ui/StatusTag.tsx',
    'kit/ui/FormDrawer.tsx',
    'kit/ui/choices.tsx',
    'kit/ui/useOpenFromAddress.tsx',
    'kit/ui/Missing.tsx',
    'kit/ui/Deadline.tsx',
    'kit/ui/form/useOpening.tsx',
    'people/companies/contract.ts',
    'people/companies/ui/useCompanyChoices.tsx',
    'clients/customers/options/contract.ts',
    'people/staff/options/contract.ts',
  ],
  /**
   * The declarations of customers, stores and staff, and what their lists share: a file each would cost more than its few
   * hundred bytes. Without the contracts of customers and staff, of which only their own screens need all.
   */
  records: [
    'kit/recordFields.ts',
    'kit/reveal.ts',
    'kit/ui/recordFields.tsx',
    'clients/customers/fields.ts',
    'clients/stores/fields.ts',
    'clients/stores/options/contract.ts',
    'clients/stores/contract.ts',
    'people/staff/fields.ts',
    'clients/stores/cellFormatters.ts',
    'clients/stores/YesterdayVolume.tsx',
    'clients/stores/ui/UnpricedTag.tsx',
    'clients/stores/ui/StoreStatusTag.tsx',
    'clients/stores/ui/pricingColumn.tsx',
    'platform/bulk-edits/ui/bulkEditAction.tsx',
    'platform/record-imports/ui/useRecordImport.tsx',
  ],
  list: [
    'kit/ui/ListPage.tsx',
    'kit/ui/ActionRow.tsx',
    'kit/ui/ErrorState.tsx',
    'kit/ui/FailureDetails.tsx',
    'kit/ui/RefreshFailed.tsx',
    'kit/ui/list/ActionButtons.tsx',
    'kit/ui/list/ListTabs.tsx',
    'kit/ui/list/Pager.tsx',
    'kit/ui/list/parts.tsx',
    'kit/ui/list/RowLinks.tsx',
    'kit/ui/list/ViewsButton.tsx',
    'kit/ui/list/cells.tsx',
    'platform/saved-views/rules.ts',
    'platform/saved-views/subscriptions/rules.ts',
    'operations/worklogs/subscribable.ts',
    'reporting/reports/subscribable.ts',
    'reporting/warnings/subscribable.ts',
  ],
  batch: ['kit/ui/list/BatchBar.tsx'],
  table: ['kit/ui/list/WideList.tsx'],
  cards: ['kit/ui/list/PhoneList.tsx'],
} as const

/** A pattern that matches the files of a chunk, and the modules of the packages that it also contains. */
export function chunkTest(chunk: keyof typeof chunkFiles, packages?: RegExp): RegExp {
  const files = chunkFiles[chunk].map((file) => `/src/${file.replaceAll('.', '\\.')}$`)
  return new RegExp([...files, ...(packages ? [packages.source] : [])].join('|'))
}
