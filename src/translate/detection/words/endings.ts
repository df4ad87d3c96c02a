/** Typical ends of words, for words that no list has. */
export const endings: Readonly<Record<string, string>> = {
  en: `tion tions ness ing ings ment ments able ible less ful ship ght ight ly ity ty ish tch ck dge ough ould ound ers ous
    eam ead oad ool eed eet ook ore ave oke ew ow own ay ays ey eys ee age`,
  de: `ung ungen heit keit lich liche lichen isch ische ischen schaft tät ieren iert chen ahl ehr ühr uhr ohn ahn tz zt
    eich eil eit eis ieb ief ied icht acht echt ucht igung stand werk art stück zeug lein los bar sam haft ig`,
  nl: `heid heden lijk lijke ing ingen tie ties teit baar schap loos eren eerd eerde aar eel aal oot uur ij ijk ijn oen aat
    eek aan oon uit oud ucht ement elijk`,
  sv: `ning ningar ningen het heter tion tioner skap lig ligt liga are arna erna orna ade else ande ende ör ök ått ået
    bart dag dagar lista`,
  da: `ning ninger ningen hed heder tion tioner skab lig ligt lige erne ede else elser ende øb øj øg æg dage liste sen`,
  no: `ning ninger ningen het heter sjon sjoner skap lig lige ene else elser ende øk øp øy dager liste asjon`,
  nn: `heit heiter sjon ane ingar skap leg lege ande`,
  is: `ur ir ar um inn ið ðu ingu ing ingar legt legur aður ndi ana ina unum ður ngur`,
  af: `heid hede lik like ing ings sie skap eer oor aar`,
  fr: `tion tions ment ments eur eurs euse eux ité ités age ages ette elle aux eau eaux ance ence ée ées ez ons ais ait
    aient oir ière iers ique ères erie oire ème isé isée`,
  es: `ción ciones dad dades mente miento mientos ado ada ados adas ero eros era anza ez illo aje ando iendo aron ieron
    eza ncia encia ario arios ico ica ible`,
  pt: `ção ções dade dades mente mento mentos agem ão ões ado ada ados adas eiro eira eiros inho ndo ência ância ável
    ível aram ou ário ários ês eza`,
  it: `zione zioni tà mente mento menti aggio aggi ato ata ati ate are ere ire zza ezza ino etto oso ità ggi ando endo
    anza enza cchi tto tti tta ssimo ggio ico iche gno gna gli`,
  ca: `ció cions tat tats ment ments atge atges ada ats ades eix ència ència ança esa nys tz aire iu ius tge ixer`,
  ro: `ție ții țiune tate ități ează ește ul ului elor ilor iei ător toare ată ând ile ele eni iilor eți ați`,
  gl: `ción cións dade dades mente mento ado ada eiro eira iño ndo encia`,
  pl: `ość ości anie enie ania enia cja cje cji acja ów ach ami owy owa owe ny ić ać eć ski ska skie nik arz stwo ówka iem
    ych ego emu szy czy dzi`,
  cs: `ost osti ání ení ace ů ách ami ový ová ové ní ět ský ská ské ník ář ství ých ého ěl ovat nout ček ík`,
  sk: `osť osti anie enie cia cie ov ách ami ový ová ové ný ať iť ieť núť ský ská ské ník ár stvo ých ého ovať ok`,
  'hr bs sr': `nje anje enje ost osti cija cije ski ska nik ima ama ati iti ovi ica stvo ao ći ka ju`,
  sl: `nje anje enje ost osti cija cije ski nik ih ati iti ec ček stvo il ljen jen kov jo ih nost ilo`,
  ru: `ость ости ение ения ание ания ция ции ый ий ая ое ые ого ть ться ов ами ский тель ник ки ы ить ать еть ной ную`,
  uk: `ість ості ення ання ція ції ий ій ого ти тися ів ами ський ник ки ння ити ати іти ної ну ою і ї`,
  be: `асць асці енне анне цыя цыі ы ая ць цца аў ны`,
  bg: `ост ение ане ене ция ции ият ата ето ите та те то ът ски тел ник ване не на ни ия`,
  sr: `ост ње ање ење ција ције ски ник има ти ћи њу ј ај`,
  mk: `ост ње ање ција ата ото ите от ски ува`,
  fi: `inen iset minen nen ssa ssä sta stä lla llä lle lta ltä ksi tta ttä uus yys jä itus aa ää at ät ita oita kki ista
    iin een on tus tys`,
  et: `mine mise us used ud lik line sed le ga ks id tud eid gu päev aeg tus dus ised`,
  hu: `ás és ság ség ban ben ból ből nak nek hoz hez val vel ok ek ott ett ni ja je ító ása ése ások ések zat tség ért
    ára ére nál nél ba be ig`,
  lt: `as is us ai ės ių imas ymas umas ėjimas oti ėti yti inti iai tojas os ijos ija ė ų ą į iu`,
  lv: `šana šanas ums umi āt ēt īt ot ājs tājs ība iem ām ija jums jumi ais ās ā ēs īgs`,
  tr: `lar ler ları leri mak mek dır dir lık lik luk sız siz cı ci yor acak ecek miş mış dı ını ini nız niz ım ma me lı li`,
  az: `lar lər ları ləri maq mək dır dir lıq lik siz çı çi ır ir nı ni`,
  'id ms': `kan an nya lah`,
  id: `asi itas`,
  ms: `iti asi`,
  mt: `jiet ijiet ja ti at ux`,
  tl: `an in ng`,
  eu: `a ak ko ren tik tzeko tasun`,
  cy: `au iad wyr edd od`,
  sq: `it ve t in ën ës`,
};
