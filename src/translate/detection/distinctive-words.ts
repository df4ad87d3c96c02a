/**
 * Words that distinguish a language from its closest relative: common words that occur in only one of the
 * two. `*` matches any ending. The lists need not be complete: they only decide where n-grams and a small
 * model cannot.
 */
const distinctiveWords: Readonly<Record<string, string>> = {
  af: `nie 'n die hierdie daardie hulle vir sy hy jy ek jou deur oor baie sê gesê hê sal sou nuwe mense slegs
    se hul hom dié verskeie vandag gister môre ander moenie asseblief dankie goeie waarskynlik wees wou nou`,
  nl: `de een niet zijn ze zij hij wordt worden werd werden naar door deze over bij hebben heeft waren als er
    zich zou kunnen moeten veel mensen tegen je jij ik mijn wij we mij nu alstublieft dank goede dan zal zullen`,
  gl: `unha unhas non máis xa tamén moi moitos moitas ata dende coa co cos coas cun cunha polo pola polos polas
    ós súa súas dous dúas teñen ten foron despois ademais aínda algúns algunhas calquera iso facer dixo xente
    grazas mellor cando ningunha onte hoxe xunto nun nunha dunha ás eses houbo tiña`,
  pt: `uma umas um não são mais também com em pelo pela pelos pelas já até muito muitos muitas há foram têm tem
    dois duas à às disse mas depois ainda quando isso sua suas ele eles num numa dele hoje ontem você`,
  es: `el los las y una unas del su sus más lo le les al es fue ha han también muy mucho hasta ya hay sin
    cuando donde tiene tienen fueron según hoy ayer después todavía otro otra usted`,
  hr: `tko nitko netko svatko tjed* tisuć* milijun* zrakoplov* nogomet* glazb* kazališ* povijes* znanost*
    znanstven* sveučiliš* siječnj* veljač* ožuj* travnj* svibnj* lipnj* srpnj* kolovoz* rujna rujnu listopad*
    studenog* studenom prosin* tvrtk* točk* točn* uvjet* europ* kemij* tijekom vjerojatn* poduzeć* sustav*
    surađ* suradn* obitelj* unatoč natjec* momčad* liječni* računal* zaslon* priopć* izvješć* uporab* vlak*
    zemljopis* sudjel* glede veleposlan* dužnosn* primjerice promatra* kršćan* odvjetni* proturječ* organizir*
    definir* financij* tijek* ravnatelj*`,
  bs: `ko niko neko svako šta sedmic* hiljad* milion* fudbal* muzi* pozoriš* histor* naučni* nauk* univerzit*
    januar* februar* marta martu april* juna jula juni juli august* septemb* oktob* novemb* decemb* kompanij*
    tačk* tačn* uslov* evrop* hemij* tokom vjerovatn* preduzeć* sistem* sarad* sarađ* porodic* uprkos takmič*
    ljekar* kompjuter* saopć* saopš* opšt* voz vozom učestv* ostrv* talas* aerodrom* ambasad* vazdu* zvanič*
    bezbjed* štamp* posmatra* hrišć* advokat* uopšte finansij* definis* organizov* sa realizov* obezbijed*
    vještač* vanredn* hljeb* lahk* mehk*`,
  sr: `gde negde svuda uvek posle pre vreme vremena vremenu mesto mesta mestu deo dela delu delova deca dete
    dece decu čovek* reč* lepo lepa lepe celo cela cele celu ceo reka reke reku sedišt* razume* zahtev* telo
    tela mera mere meri promen* verovatn* bezbedn* vest* rešen* hteo htela videl* devoj* dve obe ovde nedelj*
    ponedeljak mleko mleka hleb* nemač* uspe* dečak* sneg* bela beli belo svet sveta svetu sledeć* posled*
    primer* primen* sever* medved* sused* ocen* tekst* poseb* pobed* delovan* deluje mesec* telev* razmen* sreć*
    dešav* živel* umre*`,
  id: `karena bahwa bisa mobil uang kantor berbeda perusahaan polisi inggris prancis kota film butuh
    membutuhkan senin kamis jumat maret juli agustus universitas kualitas aktivitas kapasitas identitas
    fasilitas komunitas informasi ilmuwan peneliti* penelitian yaitu yakni sebagian pemerintah* khawatir coba
    mencoba sedangkan saat tim badai bandara lainnya listrik swiss italia spanyol selandia tiongkok jepang
    serikat provinsi silakan kalian gratis unduh beranda mau maupun istri perkawinan pernikahan internasional
    nasional nomor telepon televisi ekspor impor persen resmi rekor proyek rusak dokter obat laki toko deklarasi
    konstitusi pemilu bahkan`,
  ms: `kerana bahawa wang berbeza syarikat polis inggeris perancis bandar bandaraya filem isnin khamis jumaat
    ahad julai ogos universiti kualiti aktiviti kapasiti identiti fasiliti komuniti maklumat saintis penyelidik*
    iaitu sebahagian cuba mencuba manakala ialah mengikut pelbagai selepas elektrik jepun itali sepanyol zealand
    sahaja mesyuarat awak kenderaan hospital setiausaha mahu mahupun isteri perkahwinan antarabangsa
    perlembagaan nombor telefon televisyen eksport import peratus rasmi rekod projek rosak doktor ubat ais kedai
    memperolehi hendaklah pengisytiharan perisytiharan baharu`,
  nn: `ikkje eg ein eit dei frå vere noko nokre kva kven meir mykje berre hjå desse sjå gjere seier vart medan
    òg ho me dykk skule veg heim korleis kvar`,
  no: `ikke jeg fra være noe noen hva hvem mer mye bare hos disse gjør sier ble mens også hun hvordan hver hjem
    uke`,
};

const patterns = new Map(
  Object.entries(distinctiveWords).map(([language, words]) => [language, patternOf(words)]),
);

/** Counts the occurrences of a language's distinctive words in a sample. */
export function countDistinctiveWords(language: string, words: string): number {
  const pattern = patterns.get(language);
  return pattern === undefined ? 0 : (words.toLowerCase().replaceAll('’', "'").match(pattern)?.length ?? 0);
}

function patternOf(words: string): RegExp {
  const alternatives = words
    .trim()
    .split(/\s+/)
    .map((word) => word.replace('*', '\\p{L}*'));
  return new RegExp(`(?<![^ ])(?:${alternatives.join('|')})(?![^ ])`, 'gu');
}
