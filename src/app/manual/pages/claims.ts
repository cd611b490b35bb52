import type { ManualPage } from '#app/manual/page.ts'

export const claims: ManualPage = {
  purpose: '报销从填写到打款的全过程。大家看到自己的报销单；管理员和财务看到全公司的，等自己处理的在前。',
  figures: [
    { name: '审核中、已通过待打款、已打款', formula: '各状态的金额合计，已通过的按核准金额，其余按申请金额' },
    {
      name: '待我审核',
      formula: '现在这一级由您（或由您代审的人）审核的报销单',
      note: '自己的报销单不在里面，也不能由自己审核或打款。',
      needs: 'canReviewReimbursementBill',
    },
  ],
  tasks: [
    {
      title: '报销一笔费用',
      steps: ['点「新建报销单」，拍下发票或小票，每张照片是一笔。', '填类别、金额、日期和说明，点「提交」。'],
    },
    {
      title: '看自己的报销到哪一步了',
      steps: [
        '看状态：已提交在等审核，已通过在等打款，已打款写明日期。',
        '点单号看审核经过；被退回的改好再提交。',
      ],
    },
    {
      title: '找一张以前的报销单',
      steps: ['按归属月份、类别或提交日期筛选；也可以搜单号、事由和凭证号。'],
    },
    {
      title: '审核等您处理的报销单',
      needs: 'canReviewReimbursementBill',
      steps: [
        '打开「待我审核」，点单号看每一笔和票据。',
        '可以逐笔核减后通过；缺票据的「退回」，不予报销的「驳回」。',
        '金额没有问题的，勾选几张后点「通过」，按申请金额通过。',
      ],
    },
    {
      title: '给通过的报销单打款',
      needs: 'canReviewReimbursementBill',
      steps: [
        '打开「待我打款」，勾选后点「打款」。',
        '点「下载银行付款文件」交给银行；一张报销单只会在一份有效的付款文件里，不会付两次。',
        '付完填打款日期和凭证号，登记已打款；登记后不能更改。',
      ],
    },
    {
      title: '外出时请人代审',
      needs: 'canReviewReimbursementBill',
      steps: ['点「代审」，选一位管理员或财务和日期；可以随时收回。'],
    },
  ],
  notes: [
    { text: '先由财务审核；达到公司规定金额的还要管理员审核，两级是两个人。' },
    { text: '编号在新建时编排，没有断号；不用的报销单不能删除。' },
    { text: '发票号相同、附件相同，或类别、日期和金额都相同的会提示，由审核人判断。' },
    { text: '收款人和卡号在提交时留存，以后员工资料改了也不变。' },
  ],
  see: ['claim-edit', 'claim', 'months', 'settings-money'],
}
