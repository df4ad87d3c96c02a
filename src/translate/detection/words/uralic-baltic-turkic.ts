export const uralicBalticTurkicWords: Readonly<Record<string, string>> = {
  fi: `ja on ei se että oli ovat olla olen olet olemme ollut hän he minä sinä me te minut sinut minun sinun hänen meidän
    teidän heidän tämä tämän tätä tähän tässä nämä tuo ne niiden sen siitä siihen siellä täällä tänne joka jotka jossa
    mikä mitä kuka kenen missä mihin milloin miksi miten kuinka jos kun koska vaan mutta tai sekä myös vain vielä jo aina
    koskaan usein nyt tänään huomenna eilen sitten kuin kanssa ilman ennen jälkeen aikana mukaan kautta varten välillä yli
    alle päälle en et emme ette eivät voi voit voivat voidaan pitää täytyy haluat haluan onko ole kaikki kaikkien mikään
    jotain joku jokin jokainen muu muut toinen toista sama uusi uudet uuden vanha hyvä hyvää suuri iso pieni ensimmäinen
    viimeinen seuraava edellinen enemmän vähemmän paljon vähän monta hyvin erittäin yksi kaksi kolme neljä viisi kuusi
    seitsemän kahdeksan yhdeksän kymmenen sata tuhat maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai
    maanantaina tiistaina perjantaihin tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu
    lokakuu marraskuu joulukuu tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta
    syyskuuta lokakuuta marraskuuta joulukuuta päivä päivää päivät viikko viikkoa kuukausi kuukautta vuosi vuotta tunti
    tuntia minuutti minuuttia sekuntia aika päivämäärä sitten hei moi kiitos tervetuloa kyllä ole hyvä huomenta iltaa
    anteeksi tallenna tallennettu peruuta peruutettu poista poistettu muokkaa muuta muutokset lisää lisätty haku hae etsi
    asetukset asetus salasana salasanan salasanasi käyttäjä käyttäjät käyttäjätunnus tunnus tili tilin kirjaudu sisään
    ulos kirjautuminen kirjautunut rekisteröidy etusivu koti takaisin jatka eteenpäin sulje avaa tiedosto tiedostot
    tiedostoa kansio kansiot lataa lähetä lähetetty tulosta jaa vastaanota kopioi liitä leikkaa valitse valittu näytä
    piilota näkymä katso tiedot lisätiedot ohje apua tietoja kieli virhe virheitä varoitus onnistui viesti viestit nimi
    etunimi sukunimi osoite puhelin puhelinnumero numero kaupunki maa katu postinumero hinta summa yhteensä tilaus
    tilaukset tilaa ostoskori ostoskoriin kassa osta maksu maksut maksa toimitus toimitetaan tuote tuotteet määrä
    saatavilla pakollinen valinnainen virheellinen kelvollinen anna syötä kirjoita luo luotu päivitä päivitetty profiili
    turvallisuus tietosuoja ehdot yhteystiedot ota yhteyttä tuki uutiset ilmoitukset ilmoitus tila aktiivinen odottaa
    valmis epäonnistui ladataan odota yritä uudelleen vahvista hyväksy hylkää hylätty lopeta loppu aloita käynnistä
    pysäytä palauta käytä suodata järjestä tulokset tulos tuloksia löytynyt löytyi unohditko muista pidä yhdistä yhteys
    palvelin verkko pääsy estetty salli vanhentunut istunto koodi tarkista kortti kortin pankki saldo lasku laskut
    ilmainen kokeile myy myyty tarjous tarjoukset alennus kauppa varasto varastosta palautus hyvitys asiakas asiakkaat
    tiimi jäsen jäsenet vieras vieraat kutsu omistaja ylläpitäjä rooli oikeudet ryhmä ryhmät raportti raportit
    yhteenveto yleiskatsaus taulukko rivi rivit sarake kenttä lomake otsikko teksti kuva kuvat valokuva asiakirja
    asiakirjat sivu sivut linkki näyttö ikkuna painike luettelo lista kalenteri tapahtuma kokous tehtävä tehtävät
    projekti projektit kommentti kommentit vastaus vastaa tykkää seuraa ystävä ystävät puhelu käytössä käytöstä oletus
    mukautettu lisäasetukset yleiset tumma vaalea väri koko fontti tyhjä täynnä ylös alas vasen oikea leveys korkeus sää
    sijainti kartta matka lento huone varaus varaa juna auto lääkäri terveys potilas työ palkka työntekijä yritys
    toimisto arvostelu arvostelut arvio loma hakemus puuttuu tuntematon jotakin meni vikaan tapahtui melkein tarpeeksi
    varmasti kysymys kysymykset vesi ruoka lapsi lapset nainen mies perhe elämä raha maailma talo koulu ihmiset tulossa`,
  et: `ja on ei see et oli olid olla olen oled oleme olete olnud ma mina sa sina ta tema me meie te teie nad nemad minu sinu
    oma selle selles seda siin siia seal sinna need nende kes mis mida kus kuhu millal miks kuidas kui kuna sest aga või
    ning ka ainult veel juba alati kunagi tihti nüüd täna homme eile siis kuni koos ilma enne pärast ajal järgi kaudu jaoks
    vahel üle alla peale pole saab saad saavad peab pead võib võid tahad tahan kõik kõiki keegi miski midagi iga muu muud
    teine teised sama uus uued uue vana hea suur väike esimene viimane järgmine eelmine rohkem vähem palju vähe väga üks
    kaks kolm neli viis kuus seitse kaheksa üheksa kümme sada tuhat esmaspäev teisipäev kolmapäev neljapäev reede reedeks
    laupäev pühapäev jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember päev
    päeva päevad nädal nädalat kuu aasta aastat tund tundi minut minutit sekundit aeg kuupäev tagasi tere aitäh tänan
    palun teretulemast jah hommikust õhtust vabandust salvesta salvestatud tühista loobu kustuta kustutatud muuda
    muudatused lisa lisatud otsi otsing seaded sätted parool parooli salasõna kasutaja kasutajad kasutajanimi konto logi
    sisse välja sisselogimine registreeru avaleht koju edasi jätka sulge ava fail failid kaust laadi alla üles saada
    saadetud prindi jaga kopeeri kleebi lõika vali valitud näita kuva peida vaata vaade üksikasjad andmed abi teave keel
    viga vead hoiatus õnnestus sõnum sõnumid teade nimi eesnimi perekonnanimi aadress telefon telefoninumber number linn
    riik tänav hind summa kokku tellimus tellimused telli ostukorv ostukorvi kassa osta makse maksed maksa tarne
    kohaletoimetamine toode tooted kogus saadaval kohustuslik valikuline vigane kehtetu kehtiv sisesta kirjuta loo loodud
    uuenda uuendatud profiil turvalisus privaatsus tingimused kontakt võta ühendust tugi uudised teavitused teavitus olek
    aktiivne ootel lõpetatud valmis ebaõnnestus laadimine oota proovi uuesti kinnita nõustu keeldu lükati tagasi lõpeta
    lõpp alusta käivita peata lähtesta rakenda filtreeri sorteeri tulemused tulemus tulemusi leitud leitud unustasid mäleta
    jää ühenda ühendus ühendatud server võrk juurdepääs keelatud luba aegunud seanss kood kontrolli kaart pank saldo arve
    arved tasuta proovi müü müüdud pakkumine pakkumised allahindlus pood ladu laost tagastus klient kliendid meeskond liige
    liikmed külaline külalised kutsu kutse omanik haldur roll õigused grupp rühm aruanne aruanded ülevaade kokkuvõte tabel
    rida read veerg väli väljad vorm pealkiri tekst pilt pildid foto dokument dokumendid leht lehed link ekraan aken nupp
    loend nimekiri kalender sündmus koosolek ülesanne ülesanded projekt projektid kommentaar kommentaarid vastus vasta
    meeldib jälgi sõber sõbrad kõne lülita vaikimisi kohandatud täpsem üldine tume hele värv suurus tühi täis üles alla
    vasak parem laius kõrgus ilm asukoht kaart reis lend tuba broneering broneeri rong auto arst tervis patsient töö palk
    töötaja ettevõte kontor arvustus hinnang puhkus taotlus puudub tundmatu läks valesti tekkis ilmnes peaaegu piisavalt
    kindel küsimus küsimused vesi toit laps lapsed naine mees pere elu raha maailm maja kool inimesed varsti tulekul`,
  hu: `a az és hogy nem is egy van volt voltak vannak lesz lenne legyen volna én te ő mi ti ők engem téged minket nekem
    neked neki nekünk nekik enyém tied ez ezt ezek azt azok itt ott ide oda ki kik mit mi hol hova mikor miért hogyan
    melyik milyen mennyi hány ha mert de vagy pedig csak már még mindig soha most ma holnap tegnap akkor így úgy aztán
    után előtt alatt felett között nélkül mellett szerint által miatt meg fel le be ki el vissza át nincs nincsenek kell
    lehet tud tudja szeretné akar minden mindenki semmi senki valami valaki más másik többi ugyanaz új régi jó nagy kis
    kicsi első utolsó következő előző több kevesebb sok kevés nagyon egy kettő két három négy öt hat hét nyolc kilenc tíz
    száz ezer hétfő kedd szerda csütörtök péntek péntekig szombat vasárnap január február március április május június
    július augusztus szeptember október november december nap napok hét hónap év évek óra órája perc másodperc idő dátum
    ezelőtt szia helló köszönjük köszönöm kérjük kérem üdvözöljük igen reggelt estét elnézést mentés mentve ment mégse
    mégsem visszavonás törlés törlése törölve töröl szerkesztés módosítás módosítások hozzáadás hozzáad eltávolítás keresés
    beállítások beállítás jelszó jelszavát jelszava felhasználó felhasználók felhasználónév fiók fiókja bejelentkezés
    kijelentkezés bejelentkezve regisztráció kezdőlap vissza tovább folytatás bezárás megnyitás fájl fájlok fájlokat mappa
    mappák letöltés feltöltés nyomtatás megosztás küldés elküldve fogadás másolás beillesztés kivágás kijelölés kijelölése
    kiválasztás válasszon megjelenítés megjelenítése elrejtés nézet megtekintés részletek súgó segítség névjegy nyelv hiba
    hibák figyelmeztetés figyelem sikeres sikeresen üzenet üzenetek név keresztnév vezetéknév cím címet telefon
    telefonszám szám város ország utca irányítószám ár összeg összesen rendelés rendelések megrendelés kosár kosárba
    pénztár vásárlás vásárol fizetés fizet szállítás kiszállítás termék termékek mennyiség elérhető kötelező opcionális
    érvénytelen érvényes adja adjon írja be válassza létrehozás létrehozva frissítés frissítve profil biztonság adatvédelem
    feltételek kapcsolat támogatás ügyfélszolgálat hírek értesítések értesítés állapot aktív inaktív függőben kész
    befejezve sikertelen betöltés várjon próbálja próbálkozzon újra megerősítés elfogadás elfogad elutasítás elutasítva
    elutasították befejezés vége kezdés indítás leállítás visszaállítás alkalmaz szűrés rendezés eredmények eredmény
    találat találatok elfelejtette elfelejtett emlékezzen maradjon csatlakozás kapcsolódás szerver hálózat hozzáférés
    megtagadva engedélyezés lejárt munkamenet kód ellenőrzés kártya kártyát bank egyenleg számla számlák előfizetés
    ingyenes kipróbálás eladás eladva ajánlat ajánlatok kedvezmény bolt üzlet készlet készleten visszaküldés visszatérítés
    ügyfél ügyfelek vásárló csapat tag tagok vendég vendégek meghívás meghívó tulajdonos rendszergazda szerep jogosultság
    csoport csoportok jelentés jelentések áttekintés összefoglaló táblázat sor sorok oszlop mező mezők űrlap szöveg kép
    képek fotó dokumentum dokumentumok oldal oldalak hivatkozás képernyő ablak gomb lista naptár esemény értekezlet
    találkozó feladat feladatok projekt projektek megjegyzés hozzászólás válasz válaszok tetszik követés barát barátok
    hívás bekapcsolás bekapcsolása kikapcsolás kikapcsolása alapértelmezett egyéni speciális általános sötét világos szín
    méret üres tele fent lent bal jobb szélesség magasság időjárás hely térkép utazás járat szoba foglalás vonat autó
    orvos egészség beteg munka fizetés alkalmazott cég iroda értékelés értékelések szabadság kérelem jóváhagyás hiányzik
    ismeretlen történt valami majdnem elég biztos kérdés kérdések víz étel gyermek gyerekek nő férfi család élet pénz világ
    ház iskola emberek határidő hamarosan`,
  lv: `un ir ar no uz par ka kas ko kam kur kad kāpēc kā ja bet vai jo arī tikai jau vēl nav bija būs būt esmu esi esam esat
    es tu viņš viņa mēs jūs viņi viņas man tev mums jums mani tevi mūs mans mana tavs tava savs sava mūsu jūsu viņa viņu
    šis šī šie šo tas tā tie to šeit tur pie pēc pirms bez starp zem virs līdz dēļ caur pret kopā tagad šodien rīt vakar
    vienmēr nekad atkal tad tāpēc tāpat ļoti vairāk mazāk daudz maz viss visi visu visas katrs nekas neviens kaut kāds cits
    cita citi jauns jauna jauni jaunu vecs labs laba labi liels liela mazs pirmais pēdējais nākamais nākamā iepriekšējais
    var varat varam vajag jābūt grib vēlaties viens divi divas divām trīs četri pieci seši septiņi astoņi deviņi desmit simts
    tūkstotis pirmdiena otrdiena trešdiena ceturtdiena piektdiena piektdienai sestdiena svētdiena janvāris februāris marts
    aprīlis maijs jūnijs jūlijs augusts septembris oktobris novembris decembris diena dienas nedēļa nedēļas mēnesis
    mēneši gads gadi stunda stundas stundām minūte minūtes sekundes laiks datums atpakaļ sveiki paldies lūdzu laipni
    lūdzam jā nē labrīt vakars atvainojiet saglabāt saglabāts atcelt dzēst dzēsts rediģēt labot mainīt izmaiņas pievienot
    noņemt meklēt meklēšana iestatījumi iestatījums parole paroli lietotājs lietotāji lietotājvārds konts kontu
    pieteikties pieslēgties ieiet iziet izrakstīties reģistrēties reģistrācija sākums mājas tālāk turpināt aizvērt atvērt
    fails faili failus mape mapes lejupielādēt augšupielādēt drukāt kopīgot dalīties sūtīt nosūtīt nosūtīts saņemt kopēt
    ielīmēt izgriezt izvēlēties atlasīt atlasīts rādīt parādīt paslēpt skats skatīt informācija sīkāk palīdzība par valoda
    kļūda kļūdas brīdinājums veiksmīgi ziņojums ziņojumi ziņa vārds uzvārds adrese adresi tālrunis numurs pilsēta valsts
    iela cena summa kopā pasūtījums pasūtījumi pasūtīt grozs grozam pirkt maksājums maksājumi maksāt apmaksa piegāde prece
    preces produkts daudzums pieejams pieejama obligāts neobligāts nederīgs derīgs derīgu ievadiet ievadīt izveidot
    izveidots atjaunināt atjaunināts profils drošība privātums noteikumi kontakti sazināties atbalsts jaunumi paziņojumi
    paziņojumus statuss aktīvs neaktīvs gaida pabeigts neizdevās ielādē gaidiet mēģiniet vēlreiz apstiprināt pieņemt
    noraidīt noraidīts noraidīta pabeigt beigas sākt apturēt atiestatīt lietot filtrēt kārtot rezultāti rezultāts netika
    atrasts atrasti aizmirsāt aizmirsi atcerēties palikt savienot savienojums serveris tīkls piekļuve liegta atļaut
    beidzies beigusies sesija kods pārbaudīt karte banka atlikums rēķins rēķini abonements bezmaksas izmēģināt pārdot
    pārdots piedāvājums piedāvājumi atlaide veikals noliktava atgriešana klients klienti komanda dalībnieks dalībnieki
    viesis viesi uzaicināt ielūgums īpašnieks administrators loma tiesības grupa grupas pārskats pārskati kopsavilkums
    tabula rinda rindas kolonna lauks lauki veidlapa virsraksts teksts attēls attēli foto dokuments dokumenti lapa lapas
    saite ekrāns logs poga saraksts kalendārs notikums sapulce uzdevums uzdevumi projekts projekti komentārs komentāri
    atbilde atbildēt patīk sekot draugs draugi zvans ieslēgt izslēgt noklusējuma pielāgots papildu vispārīgi tumšs gaišs
    krāsa izmērs tukšs pilns augšā lejā pa kreisi labi platums augstums laika vieta karte ceļojums lidojums istaba
    rezervācija rezervēt vilciens auto ārsts veselība pacients darbs alga darbinieks uzņēmums birojs atsauksme atsauksmes
    vērtējums atvaļinājums pieteikums trūkst nezināms radās notika gandrīz pietiekami jautājums jautājumi ūdens ēdiens
    bērns bērni sieviete vīrietis ģimene dzīve nauda pasaule māja skola cilvēki termiņš drīzumā`,
  lt: `ir yra į iš su be per po prie prieš už apie dėl nuo iki tarp virš pagal kad kas ką kam kur kada kodėl kaip jei jeigu
    bet ar arba nes taip pat tik jau dar nėra buvo bus būti esu esi esame esate aš tu jis ji mes jūs jie jos man tau mums
    jums mane tave mus mano tavo savo mūsų jūsų jo jų šis ši šie šios tas ta tai tie čia ten dabar šiandien rytoj vakar
    visada niekada vėl tada todėl labai daugiau mažiau daug mažai viskas visi visos visus viską kiekvienas niekas kažkas
    kitas kita kiti naujas nauja nauji naują senas geras gera gerai didelis maža mažas pirmas paskutinis kitas ankstesnis
    gali galite galima reikia turi turite nori norite vienas du dvi trys keturi penki šeši septyni aštuoni devyni dešimt
    šimtas tūkstantis pirmadienis antradienis trečiadienis ketvirtadienis penktadienis penktadienio šeštadienis
    sekmadienis sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio diena
    dienos dienų savaitė savaitės mėnuo mėnesiai metai metų valanda valandos valandas minutė minutės sekundės laikas data
    prieš sveiki labas ačiū prašome prašau taip ne rytas vakaras atsiprašome išsaugoti išsaugota atšaukti atšaukta ištrinti
    ištrinta pašalinti redaguoti keisti pakeitimai pridėti ieškoti paieška nustatymai slaptažodis slaptažodį vartotojas
    naudotojas vartotojai vardas paskyra paskyrą prisijungti prisijungimas prisijungus atsijungti registruotis registracija
    pradžia atgal toliau pirmyn tęsti uždaryti atidaryti failas failai failus aplankas aplankai atsisiųsti įkelti
    spausdinti dalintis bendrinti siųsti išsiųsta gauti kopijuoti įklijuoti iškirpti pasirinkti pasirinkta pažymėti rodyti
    slėpti peržiūra peržiūrėti informacija išsamiau pagalba apie kalba klaida klaidos įspėjimas sėkmingai žinutė žinutės
    pranešimas pranešimai pranešimus pavardė adresas adresą telefonas numeris miestas šalis gatvė kaina suma iš viso
    užsakymas užsakymai užsakyti krepšelis krepšelį pirkti mokėjimas mokėjimai mokėti apmokėti pristatymas prekė prekės
    produktas kiekis galima privaloma neprivaloma netinkamas negaliojantis galiojantis galiojantį įveskite įvesti sukurti
    sukurta atnaujinti atnaujinta profilis saugumas privatumas sąlygos kontaktai susisiekti parama naujienos būsena
    aktyvus neaktyvus laukiama baigta užbaigta nepavyko įkeliama palaukite bandykite dar kartą patvirtinti priimti atmesti
    atmesta baigti pabaiga pradėti paleisti sustabdyti taikyti filtruoti rūšiuoti rezultatai rezultatas rezultatų rasta
    nerasta pamiršote prisiminti likti prijungti ryšys serveris tinklas prieiga uždrausta leisti baigėsi pasibaigė sesija
    seansas kodas patikrinti kortelė kortelės bankas likutis sąskaita sąskaitos prenumerata nemokamai išbandyti parduoti
    parduota pasiūlymas pasiūlymai nuolaida parduotuvė sandėlis sandėlyje grąžinimas klientas klientai komanda narys nariai
    svečias svečiai pakviesti kvietimas savininkas administratorius vaidmuo teisės grupė grupės ataskaita ataskaitos
    apžvalga santrauka lentelė eilutė eilutės stulpelis laukas laukai forma pavadinimas antraštė tekstas paveikslėlis
    nuotrauka nuotraukos dokumentas dokumentai puslapis puslapiai nuoroda ekranas langas mygtukas sąrašas kalendorius
    įvykis susitikimas užduotis užduotys projektas projektai komentaras komentarai atsakymas atsakyti patinka sekti draugas
    draugai skambutis įjungti išjungti numatytasis papildomi bendra tamsus šviesus spalva dydis tuščias pilnas viršuje
    apačioje kairė dešinė plotis aukštis orai vieta žemėlapis kelionė skrydis kambarys rezervacija traukinys automobilis
    gydytojas sveikata pacientas darbas atlyginimas darbuotojas įmonė biuras atsiliepimas atsiliepimai atsiliepimą
    įvertinimas atostogos atostogų prašymas trūksta nežinoma įvyko kažkas beveik pakankamai klausimas klausimai vanduo
    maistas vaikas vaikai moteris vyras šeima gyvenimas pinigai pasaulis namas namai mokykla žmonės terminas netrukus`,
  tr: `ve bir bu da de için ile çok daha en ne mi mı mu mü var yok değil olarak olan oldu olur olsun olmak ol gibi kadar sonra
    önce ama veya ya ki eğer çünkü ancak her hiç şey biri kimse bazı bütün tüm tümü hepsi başka diğer aynı ben sen o biz siz
    onlar beni seni onu bizi sizi bana sana ona bize size benim senin onun bizim sizin kendi şu bunu buna bunun burada
    buraya orada nerede nereye ne zaman neden niçin nasıl kim kimler hangi kaç şimdi bugün yarın dün hep asla tekrar yine
    zaten henüz artık yeni eski iyi kötü büyük küçük ilk son sonraki önceki az fazla iki üç dört beş altı yedi sekiz dokuz
    on yüz bin pazartesi salı çarşamba perşembe cuma cumartesi pazar ocak şubat mart nisan mayıs haziran temmuz ağustos
    eylül ekim kasım aralık gün günler hafta ay yıl saat dakika saniye zaman tarih tarihi önce merhaba selam teşekkürler
    teşekkür ederiz ederim lütfen hoş geldiniz evet hayır günaydın akşamlar özür kaydet kaydedildi iptal vazgeç sil silindi
    silme düzenle değiştir değişiklik değişiklikleri ekle eklendi kaldır ara arama ayarlar ayarları ayar şifre şifreniz
    şifrenizi parola kullanıcı kullanıcılar adı ad hesap hesabı hesabım hesabınız giriş yap çıkış oturum oturumu aç kapat
    kayıt üye kaydol anasayfa ana sayfa geri ileri devam et dosya dosyalar dosyaları klasör indir yükle yazdır paylaş
    gönder gönderildi al kopyala yapıştır kes seç seçin seçildi seçili göster gizle görüntüle görünüm ayrıntılar detaylar
    yardım hakkında dil hata hatalar uyarı dikkat başarılı başarıyla mesaj mesajlar ileti isim soyadı soyad adres adresi
    telefon numara numarası şehir ülke sokak cadde fiyat tutar toplam sipariş siparişler siparişlerim sepet sepete ödeme
    öde kargo teslimat teslim ürün ürünler adet miktar mevcut zorunlu gerekli isteğe bağlı geçersiz geçerli girin yazın
    oluştur oluşturuldu güncelle güncellendi profil güvenlik gizlilik koşullar şartlar iletişim destek haberler bildirimler
    bildirim bildirimleri durum aktif etkin pasif bekliyor tamamlandı başarısız yükleniyor bekleyin deneyin yeniden onayla
    kabul reddet reddedildi bitir bitti başla başlat durdur sıfırla uygula filtrele sırala sonuçlar sonuç bulunamadı bulundu
    unuttum unuttunuz hatırla beni kalsın bağlan bağlantı bağlandı sunucu ağ erişim reddedildi izin ver süresi doldu kod
    doğrula kart kartı kartınız banka bakiye fatura faturalar abonelik abone ücretsiz dene satın sat satıldı satış teklif
    indirim mağaza stok stokta iade müşteri müşteriler ekip takım üyeler misafir misafirler davet sahip sahibi yönetici rol
    izinler grup gruplar rapor raporlar özet genel bakış tablo satır satırlar sütun alan alanlar form başlık metin resim
    görsel fotoğraf belge belgeler sayfalar ekran pencere düğme liste takvim etkinlik toplantı görev görevler proje
    projeler yorum yorumlar yanıt yanıtla cevap beğen takip gönderi arkadaş arkadaşlar çağrı varsayılan özel gelişmiş koyu
    açık renk boyut boş dolu üst alt sol sağ genişlik yükseklik hava konum harita yolculuk seyahat uçuş oda rezervasyon
    tren araba doktor sağlık hasta iş maaş çalışan şirket ofis değerlendirme puan tatil talep onay eksik bilinmeyen oluştu
    yanlış gitti neredeyse yeterli emin soru sorular su yemek çocuk çocuklar kadın erkek adam aile hayat para dünya ev okul
    insanlar yakında`,
  az: `və bir bu da də üçün ilə çox daha ən nə mi var yox deyil olaraq olan oldu olur olsun kimi qədər sonra əvvəl amma lakin
    və ya ki əgər çünki ancaq hər heç şey biri bəzi bütün hamısı başqa digər eyni mən sən o biz siz onlar məni səni onu bizi
    sizi mənə sənə ona bizə sizə mənim sənin onun bizim sizin öz bunu buna bunun burada orada harada nə vaxt niyə necə kim
    hansı neçə indi bugün sabah dünən həmişə heç vaxt yenidən artıq hələ yeni köhnə yaxşı pis böyük kiçik ilk son növbəti
    əvvəlki az iki üç dörd beş altı yeddi səkkiz doqquz on yüz min bazar ertəsi çərşənbə axşamı cümə şənbə yanvar fevral
    mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr gün həftə ay il saat dəqiqə vaxt tarix salam təşəkkür
    sağ olun zəhmət olmasa xoş gəlmisiniz bəli xeyr saxla ləğv et sil redaktə əlavə axtar axtarış parametrlər şifrə parol
    istifadəçi ad hesab daxil ol çıxış geri irəli davam bağla aç fayl fayllar qovluq yüklə göndər kopyala seç göstər gizlət
    ətraflı kömək dil xəta mesaj ünvan telefon nömrə şəhər ölkə qiymət cəmi sifariş səbət ödəniş çatdırılma məhsul mövcud
    etibarlı yarat yenilə profil təhlükəsizlik məxfilik şərtlər əlaqə dəstək xəbərlər bildirişlər insanlar dünya ev su`,
};
